/** The status of a transaction as merchants see and filter it, derived from its internal state. */
import {
  type StateGroup,
  stateGroup,
  statesInGroups,
  TRANSACTION_STATES,
  type TransactionState,
} from "../payments/moves.ts";

export type DisplayStatus =
  | Exclude<StateGroup, "open" | "changing" | "authorized" | "undone">
  | "authorized"
  | "voided"
  | "processing";

/** The statuses that combine or rename groups. All other groups keep their names. */
const GROUPS = {
  authorized: ["authorized"],
  voided: ["undone"],
  processing: ["open", "changing"],
} as const satisfies Readonly<Record<string, readonly StateGroup[]>>;

export function displayStatus(state: TransactionState): DisplayStatus {
  const group = stateGroup(state);
  if (group === "authorized") return "authorized";
  if (group === "undone") return "voided";
  return group === "open" || group === "changing" ? "processing" : group;
}

export function statesWithStatus(status: DisplayStatus): readonly TransactionState[] {
  if (status === "authorized" || status === "voided" || status === "processing") {
    return statesInGroups(...GROUPS[status]);
  }
  return statesInGroups(status);
}

export const DISPLAY_STATUSES: readonly DisplayStatus[] = [
  ...new Set(TRANSACTION_STATES.map(displayStatus)),
];
