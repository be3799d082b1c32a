/** The parts that the areas of the console are wired from. */
import type { FastifyBaseLogger } from "fastify";
import type {
  GatewayParts,
  InterfaceNeeds,
  ManagementParts,
  PosParts,
} from "../interface-needs.ts";

/** What the console gets from the installation, besides the areas that are open already. */
type SharedNeeds =
  | "pools"
  | "access"
  | "passwords"
  | "custody"
  | "clock"
  | "config"
  | "hosts"
  | "readiness"
  | "schema"
  | "examine"
  | "freeDiskBytes"
  | "certificateEnds"
  | "work";

export interface ConsoleParts extends Pick<InterfaceNeeds, SharedNeeds> {
  readonly log: FastifyBaseLogger;
  readonly gateway: GatewayParts;
  readonly management: ManagementParts;
  readonly pos: PosParts;
}
