/** The console, wired: the people who sign in, and what each area works with. */
import path from "node:path";
import { readCertification } from "../core/certification/certification.ts";
import { openSessions } from "../core/sessions/sessions.ts";
import type { ConsoleNeeds } from "../interfaces/console/interface.ts";
import { businessNeeds } from "./console/business.ts";
import { certificationNeeds } from "./console/certification.ts";
import { merchantNeeds } from "./console/merchant.ts";
import { operationsNeeds } from "./console/operations.ts";
import { operatorNeeds } from "./console/operator.ts";
import { partnerNeeds } from "./console/partner.ts";
import type { Rooms } from "./console/rooms.ts";
import { publicUrlOf } from "./till.ts";
import { VERSION } from "./version.ts";

/** Where the built pages are. */
export const CONSOLE_FOLDER = path.resolve(import.meta.dirname, "../../console/dist");

export async function openConsole(rooms: Rooms): Promise<ConsoleNeeds> {
  const { pools, access, custody, clock, config, estate, till } = rooms;
  const { environment, consoleIdleMinutes: idleMinutes } = config;
  const isCertification = environment === "certification";
  const certification = isCertification ? await readCertification() : undefined;
  return {
    environment,
    version: VERSION,
    isSecure: publicUrlOf(config).startsWith("https:"),
    sessions: openSessions({
      db: pools.app,
      access,
      custody,
      clock,
      idleMinutes,
      environment,
      estate,
      till,
    }),
    certification,
    areas: {
      certification: certification && certificationNeeds(rooms, certification),
      operator: operatorNeeds(rooms),
      operations: operationsNeeds(rooms),
      partner: partnerNeeds(rooms),
      merchant: merchantNeeds(rooms),
      business: businessNeeds(rooms),
    },
  };
}
