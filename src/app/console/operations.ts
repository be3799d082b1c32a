/** What an operator's screens about the running house work with. */
import type { OperationsNeeds } from "../../interfaces/console/operations/routes.ts";
import type { Rooms } from "./rooms.ts";

export function operationsNeeds(_rooms: Rooms): OperationsNeeds {
  return {};
}
