/** Computes the result of a transaction and the answer to its request from the final outcome. Pure. */
import type { Approval, Decline } from "../../ports/processor.ts";
import { localTime } from "../../values/local-time.ts";
import type { Answer } from "./answer.ts";
import type { Attempt, AttemptOutcome, Finish } from "./attempts/attempt.ts";
import type { TransactionResult } from "./payment-details.ts";
import { fittingParts, type Parts } from "./purchase-data.ts";
import {
  ACH_ENTRY_TYPES,
  NOT_SENT,
  type TransactionState,
  type TransactionType,
} from "./transaction.ts";

/** A final outcome. */
export type PaymentVerdict =
  | (Approval & Verified)
  | (Decline &
      Verified & {
        readonly avsResponse?: string | undefined;
        readonly cvvResponse?: string | undefined;
      })
  | { readonly kind: "not_sent" }
  | { readonly kind: "reversed" };

interface Verified {
  /** The result of verifying the bank account, if the merchant's account verifies. */
  readonly verification?: VerificationResult | undefined;
  /** Why it was declined and what to do next. */
  readonly detail?: string | undefined;
}

export interface VerificationResult {
  readonly isPassed: boolean;
  readonly message: string;
}

export type Ending = Pick<Finish, "outcome" | "result" | "answer">;

const APPROVED_STATE: Readonly<Record<TransactionType, TransactionState>> = {
  SALE: "sold",
  AUTHORIZATION: "authorized",
  CAPTURE: "captured",
  REFUND: "refunded",
  CREDIT: "credited",
  STORE: "stored",
  FORCE: "forced",
  REVERSAL: "voided",
  "SETTLE-BATCH": "closed",
};

const REFUSED_STATE: Readonly<Record<Exclude<AttemptOutcome, "approved">, TransactionState>> = {
  declined: "declined",
  not_sent: "not_sent",
  reversed: "reversed",
};

export function attemptEnding(attempt: Attempt, verdict: PaymentVerdict): Ending {
  const result = transactionResult(attempt, verdict);
  return { outcome: verdict.kind, result, answer: attemptAnswer(attempt, verdict, result) };
}

function transactionResult(attempt: Attempt, verdict: PaymentVerdict): TransactionResult {
  const isApproved = verdict.kind === "approved";
  return {
    transactionType: attempt.transactionType,
    state: isApproved ? approvedState(attempt) : refusedState(attempt, verdict.kind),
    isApproved,
    amountCents: isApproved ? verdict.amount : attempt.amount,
    requestAmountCents: attempt.amount,
    message: recordMessage(attempt, verdict),
    authorizationCode: isApproved ? authorizationCode(attempt, verdict) : undefined,
    avsResponse: resultCodes(verdict)?.avsResponse,
    cvvResponse: resultCodes(verdict)?.cvvResponse,
    verificationPassed: resultCodes(verdict)?.verification?.isPassed,
    verificationMessage: resultCodes(verdict)?.verification?.message,
    ...(isApproved && verdict.amount < attempt.amount && partsAfterPartial(attempt, verdict)),
  };
}

/** The card host had all of them with the order; the record has what is part of its amount. */
function partsAfterPartial({ note }: Attempt, { amount }: Approval): Parts {
  return fittingParts(note.draft, amount);
}

/** A capture keeps the authorization code of its authorization. */
function authorizationCode(
  { transactionType, note }: Attempt,
  approval: Approval,
): string | undefined {
  return transactionType === "CAPTURE"
    ? note.originalCode
    : approval.authorizationCode || undefined;
}

/** A refund that voided the whole payment is final. */
function approvedState(attempt: Attempt): TransactionState {
  if (attempt.note.isVoid === true) return "voided";
  return isAchEntry(attempt) ? "pending" : APPROVED_STATE[attempt.transactionType];
}

function refusedState(attempt: Attempt, outcome: keyof typeof REFUSED_STATE): TransactionState {
  return outcome === "declined" && isAchEntry(attempt) ? "not_batched" : REFUSED_STATE[outcome];
}

/** Whether its money moves days later, in a file. */
function isAchEntry({ transactionType, note }: Attempt): boolean {
  return ACH_ENTRY_TYPES.includes(transactionType) && note.draft.tenderType === "ACH";
}

function resultCodes(verdict: PaymentVerdict) {
  return verdict.kind === "approved" || verdict.kind === "declined" ? verdict : undefined;
}

/** The message in status and reports. */
function recordMessage(attempt: Attempt, verdict: PaymentVerdict): string {
  if (verdict.kind === "not_sent") return NOT_SENT;
  if (verdict.kind === "reversed") return "REVERSED";
  if (verdict.kind === "declined") return verdict.message;
  return attempt.transactionType === "REVERSAL" ? "VOID" : approvedMessage(attempt, verdict);
}

function approvedMessage(attempt: Attempt, { message }: Approval): string {
  const { transactionType, note } = attempt;
  if (isAchEntry(attempt)) return message;
  switch (transactionType) {
    case "CAPTURE":
      return "CAPTURED";
    case "REFUND":
      return note.isVoid === true ? "VOID" : "REFUND";
    case "CREDIT":
      return "CREDIT";
    default:
      return message;
  }
}

function attemptAnswer(
  attempt: Attempt,
  verdict: PaymentVerdict,
  result: TransactionResult,
): Answer {
  const { note, transactionType } = attempt;
  const known = note.draft;
  const isApproved = verdict.kind === "approved";
  return {
    outcome: isApproved || verdict.kind === "not_sent" ? verdict.kind : "declined",
    originalId: answeredOriginal(attempt),
    transactionId: attempt.transactionId,
    transactionType,
    tenderType: known.tenderType,
    timestamp: localTime(attempt.startedAt, note.timeZone),
    cardBrand: known.cardBrand,
    last4: known.last4,
    cardExpiration: known.cardExpiration,
    authorizationCode: result.authorizationCode,
    message: answerMessage(attempt, verdict, result),
    requestAmountCents: attempt.amount,
    amountCents: result.amountCents,
    firstName: known.firstName,
    lastName: known.lastName,
    entryMode: known.entryMode,
    avsResponse: result.avsResponse,
    cvvResponse: result.cvvResponse,
    description: known.description,
    balanceCents: hasBalance(attempt, verdict) ? result.amountCents : undefined,
    currency: known.currency,
    checkNumber: known.checkNumber,
    verificationPassed: result.verificationPassed,
    verificationMessage: result.verificationMessage,
    declineDetail: resultCodes(verdict)?.detail,
    isSameDay: isApproved ? note.sameDay?.isSameDay : undefined,
    sameDayMessage: isApproved ? note.sameDay?.message : undefined,
    chip: resultCodes(verdict)?.chip,
    customId: known.customId,
    formName: known.formName,
    formFields: known.formFields,
  };
}

/** A capture has the id of its original. The answer to a credit does not name its sale (F). */
function answeredOriginal({ transactionType, transactionId, originalId }: Attempt) {
  return transactionType === "CREDIT" || originalId === transactionId ? undefined : originalId;
}

function hasBalance(attempt: Attempt, { kind }: PaymentVerdict): boolean {
  return kind === "approved" && attempt.transactionType === "SALE" && !isAchEntry(attempt);
}

/**
 * Storing a card or bank account has no approval message, because nobody approves it. A reversal is
 * answered as approved and recorded as VOID.
 */
function answerMessage(
  { transactionType }: Attempt,
  verdict: PaymentVerdict,
  { message }: TransactionResult,
): string | undefined {
  if (transactionType === "STORE" && verdict.kind === "approved") return undefined;
  return transactionType === "REVERSAL" && verdict.kind === "approved" ? verdict.message : message;
}
