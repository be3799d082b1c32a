/** The status by which a merchant sorts transactions: the state's group in the payment core. */
import {
  type StateGroup,
  stateGroup,
  statesInGroups,
  TRANSACTION_STATES,
  type TransactionState,
} from "../payments/moves.ts";

export type DisplayStatus = Exclude<StateGroup, "open">;

export const DISPLAY_STATUSES: readonly DisplayStatus[] = [
  ...new Set(TRANSACTION_STATES.map(displayStatus)),
];

/** Whether an attempt is open or a change is running makes no difference to a merchant. */
export function displayStatus(state: TransactionState): DisplayStatus {
  const group = stateGroup(state);
  return group === "open" ? "changing" : group;
}

export function statesWithDisplayStatus(status: DisplayStatus): readonly TransactionState[] {
  return status === "changing" ? statesInGroups("open", "changing") : statesInGroups(status);
}
