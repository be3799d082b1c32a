/** What the rest of the house knows of a transaction: one per id, its current state. */
import type { Cents } from "../../values/money.ts";

/** Where a transaction stands. The first two are in flight: the outcome is not known yet. */
export type TransactionState =
  | "started"
  | "unknown"
  | "authorised"
  | "sold"
  | "declined"
  | "not_sent";

export interface Transaction {
  readonly id: string;
  readonly state: TransactionState;
  readonly isApproved: boolean;
  readonly authorisedAt: Temporal.Instant;
  readonly message: string;
  readonly amount: Cents;
  readonly cashier: string | undefined;
}

export const IN_PROGRESS = "IN PROGRESS";
export const NOT_SENT = "NOT SENT";
