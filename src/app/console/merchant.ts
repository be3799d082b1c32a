/** What a merchant's screens about payments work with. */
import type { MerchantNeeds } from "../../interfaces/console/merchant/routes.ts";
import type { Rooms } from "./rooms.ts";

export function merchantNeeds(_rooms: Rooms): MerchantNeeds {
  return {};
}
