/** What a merchant's screens about reports, settings, people and forms work with. */
import type { BusinessNeeds } from "../../interfaces/console/business/routes.ts";
import type { Rooms } from "./rooms.ts";

export function businessNeeds(_rooms: Rooms): BusinessNeeds {
  return {};
}
