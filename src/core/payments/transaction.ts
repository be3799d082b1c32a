/** What the rest of the installation knows of a transaction: one per id, its current state. */
import type { Cents } from "../../values/money.ts";

export const TRANSACTION_TYPES = [
  "SALE",
  "AUTHORIZATION",
  "CAPTURE",
  "REFUND",
  "CREDIT",
  "STORE",
  "FORCE",
  "REVERSAL",
  "SETTLE-BATCH",
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export type TenderType = "CARD" | "ACH";

export const ENTRY_MODES = ["KEYED", "SWIPED", "EMV", "CONTACTLESS", "FALLBACK SWIPED"] as const;
export type EntryMode = (typeof ENTRY_MODES)[number];

/** Where a transaction stands. */
export type TransactionState =
  /** In flight: its outcome is not known yet. */
  | "started"
  | "unknown"
  | "authorised"
  | "sold"
  | "forced"
  | "captured"
  | "credited"
  | "refunded"
  | "stored"
  /** A batch that was closed. */
  | "closed"
  /** ACH: accepted, and on its way to the bank or back; then what the network said of it. */
  | "pending"
  | "settled"
  | "returned"
  | "rejected"
  | "declined"
  | "not_sent"
  | "not_batched"
  /** Reserved while the outside is asked for a change. */
  | "capturing"
  | "voiding"
  | "reversing"
  | "reversed"
  | "voided";

/** What a status question is answered with. */
export interface TransactionStatus {
  readonly id: string;
  readonly isApproved: boolean;
  readonly authorisedAt: Temporal.Instant;
  readonly message: string;
  readonly amount: Cents;
  readonly cashier: string | undefined;
}

export const IN_PROGRESS = "IN PROGRESS";
export const NOT_SENT = "NOT SENT";
