/** How a payment ended, with the client's names. */
import { SixdoorsError } from "../errors.ts";
import { openRenaming, type Renamed, renameFromWire } from "../wire/names.ts";
import { ANSWER_NAMES, type ErrorField, MONEY, type PaymentAnswer } from "./payment-names.ts";
import type { FoundTransaction } from "./status.ts";

type WireRecord = Omit<PaymentAnswer, ErrorField | "transaction_approved">;
type AnswerRecord = Renamed<WireRecord, typeof ANSWER_NAMES, (typeof MONEY)[number]>;
type WithoutNull<T> = { readonly [K in keyof T]?: NonNullable<T[K]> };

/**
 * The fields of the answer that have a value. After a lost answer that cannot be had again, only
 * id, amount, message and timestamp are known.
 */
export type PaymentRecord = WithoutNull<AnswerRecord> & {
  readonly id: string;
  readonly amount: string;
};

export type Approved = PaymentRecord & { readonly outcome: "approved" };
export type Declined = PaymentRecord & { readonly outcome: "declined"; readonly message: string };
export type Stored = PaymentRecord & { readonly outcome: "stored"; readonly token: string };

/** The outcome is not known yet. Ask for it with `client.status.get(id)`. */
export interface Pending {
  readonly outcome: "pending";
  /** For a capture, the id of its authorization. Absent for a batch. */
  readonly id?: string;
  /** Send the same request with the same key to ask again. Only for captures and batches. */
  readonly idempotencyKey?: string;
}

export type PendingPayment = Pending & { readonly id: string };
export type PaymentResult = Approved | Declined | PendingPayment;
export type StoreResult = Stored | Declined | PendingPayment;
export type KeyedResult = Approved | Declined | Pending;

const DECLINED = 30002;
const RENAMING = openRenaming(ANSWER_NAMES, MONEY);

/** Any other code than these is the caller's error, and nothing was charged. */
export function isFinal({ error_code }: PaymentAnswer): boolean {
  return error_code === 0 || error_code === DECLINED;
}

/** The card host never got the request, and this is final. */
export function isNotSent({ authorization_message }: PaymentAnswer): boolean {
  return authorization_message === "NOT SENT";
}

export function readPayment(answer: PaymentAnswer): Approved | Declined {
  const record = readRecord(answer);
  if (answer.error_code === 0) return { ...record, outcome: "approved" };
  return { ...record, outcome: "declined", message: record.message ?? "DECLINED" };
}

export function nameStored(result: PaymentResult): StoreResult {
  return result.outcome === "approved"
    ? { ...result, outcome: "stored", token: result.id }
    : result;
}

/** The fields that status has, if the answer itself cannot be had again. */
export function readFound(found: FoundTransaction): Approved | Declined {
  const { outcome, id, amount, message, timestamp } = found;
  return { outcome, id, amount, message, timestamp };
}

function readRecord(answer: PaymentAnswer): PaymentRecord {
  const { error, error_code, error_message, error_msg, transaction_approved, ...fields } = answer;
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  const record = renameFromWire(Object.fromEntries(known), RENAMING) as WithoutNull<AnswerRecord>;
  const { id, amount } = record;
  if (id === undefined || amount === undefined) throw refuseRecord();
  return { ...record, id, amount };
}

function refuseRecord(): SixdoorsError {
  return new SixdoorsError("The answer of the payment has no id or no amount.", {
    code: "unreadable_answer",
    area: "payments",
    isTemporary: true,
  });
}
