/** What the screens of partners and their clients work with. */
import type { PartnerNeeds } from "../../interfaces/console/partner/routes.ts";
import type { Rooms } from "./rooms.ts";

export function partnerNeeds(_rooms: Rooms): PartnerNeeds {
  return {};
}
