/**
 * The labels of states, types and brands in exported lists. The pages have the same ones
 * (console/screens/merchant/texts.ts), which a test compares.
 */
import type { TransactionState } from "../../payments/moves.ts";
import type { TransactionType } from "../../payments/transaction.ts";

const PROCESSING = "Processing";

/** A refunded payment and an entry at the bank have labels of their own: list-columns-sql.ts. */
export const STATE_LABELS: Readonly<Record<TransactionState, string>> = {
  started: PROCESSING,
  unknown: PROCESSING,
  authorized: "Authorized",
  sold: "Paid",
  forced: "Paid",
  captured: "Captured",
  credited: "Credited",
  refunded: "Refunded",
  stored: "Stored",
  closed: "Closed",
  pending: "Pending",
  settled: "Settled",
  returned: "Returned",
  rejected: "Rejected",
  declined: "Declined",
  not_batched: "Declined",
  not_sent: "Not sent",
  capturing: PROCESSING,
  voiding: PROCESSING,
  reversing: PROCESSING,
  reversed: "Voided",
  voided: "Voided",
};

export const TYPE_LABELS: Readonly<Record<TransactionType, string>> = {
  SALE: "Sale",
  AUTHORIZATION: "Authorization",
  CAPTURE: "Capture",
  REFUND: "Refund",
  CREDIT: "Credit",
  STORE: "Stored card",
  FORCE: "Forced sale",
  REVERSAL: "Void",
  "SETTLE-BATCH": "Batch",
};

export const BRAND_LABELS: Readonly<Record<string, string>> = {
  VISA: "Visa",
  MASTERCARD: "Mastercard",
  "AMERICAN EXPRESS": "American Express",
  DISCOVER: "Discover",
  ACH: "Bank account",
};
