/** What an operator's screens about accounts, partners and keys work with. */
import type { OperatorNeeds } from "../../interfaces/console/operator/routes.ts";
import type { Rooms } from "./rooms.ts";

export function operatorNeeds(_rooms: Rooms): OperatorNeeds {
  return {};
}
