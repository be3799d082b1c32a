/** What the tools of certification work with. */
import type { CertificationNeeds } from "../../interfaces/console/certification/routes.ts";
import type { Rooms } from "./rooms.ts";

export function certificationNeeds(_rooms: Rooms): CertificationNeeds {
  return {};
}
