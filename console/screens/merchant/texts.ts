/** What transactions are called on a merchant's screens. Pure. */
import type {
  DisplayStatus,
  TimelineStep,
  TransactionLine,
  TransactionState,
  TransactionType,
} from "../../../src/interfaces/console/merchant/contract.ts";
import type { Tone } from "../../parts/values.tsx";

export const TYPES: Readonly<Record<TransactionType, string>> = {
  SALE: "Sale",
  AUTHORIZATION: "Authorization",
  CAPTURE: "Captured sale",
  REFUND: "Refund",
  CREDIT: "Credit",
  STORE: "Stored card",
  FORCE: "Forced sale",
  REVERSAL: "Reversal",
  "SETTLE-BATCH": "Batch",
};

/** Nobody looks for "other". */
const STATUS_LABELS: Readonly<Record<Exclude<DisplayStatus, "other">, string>> = {
  paid: "Paid",
  authorised: "Authorized",
  pending: "Pending (ACH)",
  settled: "Settled (ACH)",
  returned: "Returned (ACH)",
  declined: "Declined",
  refunded: "Refunds and credits",
  undone: "Voided or reversed",
  changing: "In progress",
  not_sent: "Not sent",
};
export const STATUS_CHOICES = Object.entries(STATUS_LABELS).map(([value, label]) => ({
  value,
  label,
}));

type StateLabel = readonly [label: string, tone: Tone];
const IN_PROGRESS: StateLabel = ["In progress", "attention"];

/** A pending transaction has two labels: see stateWords. */
const STATES: Readonly<Record<Exclude<TransactionState, "pending">, StateLabel>> = {
  started: IN_PROGRESS,
  unknown: IN_PROGRESS,
  authorised: ["Authorized", "waiting"],
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
  capturing: ["Capturing", "attention"],
  voiding: ["Voiding", "attention"],
  reversing: ["Reversing", "attention"],
  reversed: ["Reversed", "quiet"],
  voided: ["Voided", "quiet"],
};

export function stateWords({ state, isBatched }: Pick<TransactionLine, "state" | "isBatched">): {
  readonly label: string;
  readonly tone: Tone;
} {
  if (state === "pending") {
    return { label: isBatched ? "Sent to bank" : "Pending", tone: "waiting" };
  }
  const [label, tone] = STATES[state];
  return { label, tone };
}

export function typeWords(type: string): string {
  const labels: Readonly<Record<string, string>> = TYPES;
  return labels[type] ?? type;
}

/** Money that went out has a sign. */
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

export function brandWords(brand: string | null): string {
  return brand === null ? "" : (BRANDS[brand] ?? brand);
}

/** "Visa 1111": what it was paid with. */
export function sourceWords({ brand, last4 }: Pick<TransactionLine, "brand" | "last4">): string {
  return [brandWords(brand), last4].filter(Boolean).join(" ");
}

const AVS: Readonly<Record<string, string>> = {
  Y: "Street and ZIP match",
  Z: "ZIP matches, street does not or was not sent",
  A: "Street matches, ZIP does not or was not sent",
  N: "Neither street nor ZIP matches",
  U: "The bank could not say",
  _: "No address was sent",
};
const CVV: Readonly<Record<string, string>> = {
  M: "Matches",
  N: "Does not match",
  P: "Was not processed",
  _: "None was sent",
};

export function avsWords(resultCode: string | null): string | undefined {
  return resultCode === null ? undefined : `${AVS[resultCode] ?? "Unknown answer"} (${resultCode})`;
}

export function cvvWords(resultCode: string | null): string | undefined {
  return resultCode === null ? undefined : `${CVV[resultCode] ?? "Unknown answer"} (${resultCode})`;
}

type StepTone = "good" | "bad" | "quiet";

const STEPS: Readonly<Record<string, readonly [title: string, tone: StepTone]>> = {
  not_sent: ["Not sent: the card network could not be reached", "bad"],
  taken_back: ["Taken back", "quiet"],
  batched: ["Batched", "good"],
  sent_to_bank: ["Sent to the bank", "good"],
  settled: ["Settled", "good"],
  returned: ["Returned by the bank", "bad"],
  rejected: ["Rejected by the processor", "bad"],
  notice: ["Notice from the bank", "quiet"],
};

const APPROVED: Readonly<Record<string, string>> = {
  SALE: "Sale approved",
  AUTHORIZATION: "Authorized",
  CAPTURE: "Captured",
  REFUND: "Refunded",
  CREDIT: "Credited",
  STORE: "Stored",
  FORCE: "Forced sale taken",
  REVERSAL: "Reversed",
};

export function stepWords(step: Pick<TimelineStep, "kind" | "type">): readonly [string, StepTone] {
  const { kind, type = "" } = step;
  if (kind === "approved") return [APPROVED[type] ?? "Approved", "good"];
  if (kind === "declined") return [`${typeWords(type)} declined`, "bad"];
  if (kind === "refund") return [type === "REVERSAL" ? "Voided" : "Refunded", "quiet"];
  if (kind === "refund_declined") return ["Refund not made", "bad"];
  return STEPS[kind] ?? [kind, "quiet"];
}
