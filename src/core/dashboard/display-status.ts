/** Where a transaction stands, in the few words that a merchant sorts by. */
import type { TransactionState } from "../payments/transaction.ts";

export const STANDINGS = [
  "paid",
  "authorised",
  "pending",
  "settled",
  "declined",
  "returned",
  "refunded",
  "undone",
  "changing",
  "not_sent",
  "other",
] as const;
export type Standing = (typeof STANDINGS)[number];

const STANDING_OF: Readonly<Record<TransactionState, Standing>> = {
  started: "changing",
  unknown: "changing",
  authorised: "authorised",
  sold: "paid",
  forced: "paid",
  captured: "paid",
  credited: "refunded",
  refunded: "refunded",
  stored: "other",
  closed: "other",
  pending: "pending",
  settled: "settled",
  returned: "returned",
  rejected: "returned",
  declined: "declined",
  not_sent: "not_sent",
  not_batched: "declined",
  capturing: "changing",
  voiding: "changing",
  reversing: "changing",
  reversed: "undone",
  voided: "undone",
};

export function standingOf(state: TransactionState): Standing {
  return STANDING_OF[state];
}

export function statesOf(standing: Standing): readonly TransactionState[] {
  const states = Object.keys(STANDING_OF) as TransactionState[];
  return states.filter((state) => STANDING_OF[state] === standing);
}
