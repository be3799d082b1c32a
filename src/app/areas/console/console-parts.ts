/** The parts that the areas of the console are wired from. */
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../../../config.ts";
import type { Access } from "../../../core/access/access.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Custody } from "../../../ports/key-custody.ts";
import type { Readiness } from "../../../ports/readiness.ts";
import type { Pools } from "../../database/pools.ts";
import type { Hosts } from "../hosts.ts";
import type {
  GatewayParts,
  InterfaceNeeds,
  ManagementParts,
  PosParts,
} from "../interface-needs.ts";

export interface ConsoleParts {
  readonly pools: Pools;
  readonly access: Access;
  readonly custody: Custody;
  readonly clock: Clock;
  readonly config: Config;
  readonly hosts: Hosts;
  readonly log: FastifyBaseLogger;
  readonly readiness: Readiness;
  /** The schema number: how many migrations this release has. */
  readonly schema: number;
  /** Runs the checks of `doctor`. */
  readonly examine: InterfaceNeeds["examine"];
  readonly freeDiskBytes: InterfaceNeeds["freeDiskBytes"];
  readonly gateway: GatewayParts;
  readonly management: ManagementParts;
  readonly pos: PosParts;
  /** Only in certification: the pools that are needed to move the clock. */
  readonly work?: InterfaceNeeds["work"];
}
