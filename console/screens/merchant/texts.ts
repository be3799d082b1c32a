/** Labels for transactions on the merchant's screens. Pure. */
import type {
  DisplayStatus,
  HeldCreditLine,
  TimelineStep,
  TransactionLine,
  TransactionState,
  TransactionType,
} from "../../../src/interfaces/console/merchant/contract.ts";
import type { Tone } from "../../parts/tone.ts";

export const TYPES: Readonly<Record<TransactionType, string>> = {
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

/** "other" cannot be chosen. */
const STATUS_LABELS: Readonly<Record<Exclude<DisplayStatus, "other">, string>> = {
  paid: "Paid",
  authorized: "Authorized",
  pending: "Pending ACH",
  settled: "Settled ACH",
  returned: "Returned ACH",
  declined: "Declined",
  refunded: "Refunds and credits",
  voided: "Voided",
  processing: "Processing",
  not_sent: "Not sent",
};
export const STATUS_CHOICES = Object.entries(STATUS_LABELS).map(([value, label]) => ({
  value,
  label,
}));

type StateLabel = readonly [label: string, tone: Tone];
const IN_PROGRESS: StateLabel = ["Processing", "attention"];

/** A pending transaction has two labels, which `transactionStatus` chooses. */
const STATES: Readonly<Record<Exclude<TransactionState, "pending">, StateLabel>> = {
  started: IN_PROGRESS,
  unknown: IN_PROGRESS,
  authorized: ["Authorized", "waiting"],
  sold: ["Paid", "good"],
  forced: ["Paid", "good"],
  captured: ["Captured", "good"],
  credited: ["Credited", "quiet"],
  refunded: ["Refunded", "quiet"],
  stored: ["Stored", "quiet"],
  closed: ["Closed", "quiet"],
  settled: ["Settled", "good"],
  returned: ["Returned", "bad"],
  rejected: ["Rejected", "bad"],
  declined: ["Declined", "bad"],
  not_batched: ["Declined", "bad"],
  not_sent: ["Not sent", "bad"],
  capturing: ["Processing", "attention"],
  voiding: ["Processing", "attention"],
  reversing: ["Processing", "attention"],
  reversed: ["Voided", "quiet"],
  voided: ["Voided", "quiet"],
};

type StatusFields = Pick<TransactionLine, "state" | "isBatched" | "amountCents" | "refundedCents">;

export function transactionStatus(line: StatusFields): {
  readonly label: string;
  readonly tone: Tone;
} {
  const { state, isBatched, amountCents, refundedCents } = line;
  if (state === "pending") {
    return { label: isBatched ? "Sent to bank" : "Pending", tone: "waiting" };
  }
  if (PAID_STATES.has(state) && refundedCents > 0) {
    const isFull = refundedCents >= amountCents;
    return { label: isFull ? "Refunded" : "Partially refunded", tone: "quiet" };
  }
  const [label, tone] = STATES[state];
  return { label, tone };
}

const PAID_STATES: ReadonlySet<TransactionState> = new Set([
  "sold",
  "forced",
  "captured",
  "settled",
]);

export function transactionType(type: string): string {
  const labels: Readonly<Record<string, string>> = TYPES;
  return labels[type] ?? type;
}

/** Refunds and credits are negative. */
export function signedCents({ type, amountCents }: Pick<TransactionLine, "type" | "amountCents">) {
  return type === "REFUND" || type === "CREDIT" ? -amountCents : amountCents;
}

const BRANDS: Readonly<Record<string, string>> = {
  VISA: "Visa",
  MASTERCARD: "Mastercard",
  "AMERICAN EXPRESS": "American Express",
  DISCOVER: "Discover",
  ACH: "Bank account",
};

export const BRAND_CHOICES = Object.entries(BRANDS).map(([value, label]) => ({ value, label }));

export function brandName(brand: string | null): string {
  return brand === null ? "" : (BRANDS[brand] ?? brand);
}

/** The payment method: "Visa 1111". */
export function paymentMethod({ brand, last4 }: Pick<TransactionLine, "brand" | "last4">): string {
  return [brandName(brand), last4].filter(Boolean).join(" ");
}

const HELD_CREDITS: Readonly<Record<HeldCreditLine["state"], string>> = {
  requested: "Waiting for approval",
  approved: "Approved: send it again",
  rejected: "Rejected",
  expired: "Expired",
  used: "Used",
};

export function heldCreditStatus(state: HeldCreditLine["state"]): string {
  return HELD_CREDITS[state];
}

type StepTone = "good" | "bad" | "quiet";

const STEPS: Readonly<Record<string, readonly [title: string, tone: StepTone]>> = {
  not_sent: ["Not sent: the card network could not be reached", "bad"],
  taken_back: ["Reversed automatically", "quiet"],
  batched: ["Added to batch", "good"],
  sent_to_bank: ["Sent to bank", "good"],
  sent_again: ["Sent to bank again", "good"],
  settled: ["Settled", "good"],
  returned: ["Returned by bank", "bad"],
  rejected: ["Rejected by processor", "bad"],
  notice: ["Notification of change from bank", "quiet"],
  account_updated: ["Account updated", "good"],
};

const APPROVED: Readonly<Record<string, string>> = {
  SALE: "Sale approved",
  AUTHORIZATION: "Authorized",
  CAPTURE: "Captured",
  REFUND: "Refunded",
  CREDIT: "Credited",
  STORE: "Stored",
  FORCE: "Forced sale accepted",
  REVERSAL: "Voided",
};

export function stepLabel(step: Pick<TimelineStep, "kind" | "type">): readonly [string, StepTone] {
  const { kind, type = "" } = step;
  if (kind === "approved") return [APPROVED[type] ?? "Approved", "good"];
  if (kind === "declined") return [`${transactionType(type)} declined`, "bad"];
  if (kind === "refund") return [type === "REVERSAL" ? "Voided" : "Refunded", "quiet"];
  if (kind === "refund_declined") return ["Refund declined", "bad"];
  return STEPS[kind] ?? [kind, "quiet"];
}

/** The account setting that refuses the same payment again. */
export function describeDuplicateGuard(minutes: number): string {
  return minutes === 0 ? "Off" : `${minutes} minutes`;
}
