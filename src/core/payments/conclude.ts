/**
 * Ends an attempt with the card host's answer. An attempt ends once: if two processes try, the second
 * one finds it ended and returns the stored answer. An approval that arrives too late, or for an
 * attempt that the database has lost, is reversed.
 */
import type { Approval, ProcessorAnswer } from "../../ports/processor.ts";
import type { Answer, PaymentOutcome } from "./answer.ts";
import type { Attempt, AttemptEvent, Finish, TakenBack } from "./attempts/attempt.ts";
import { attemptEnding, type PaymentVerdict } from "./outcome.ts";
import { PAYMENT_EVENTS } from "./payment-events.ts";
import type { PaymentNeeds } from "./payment-needs.ts";
import { placedOrder } from "./placed-order.ts";
import { receiptEvents } from "./receipts.ts";
import {
  mayHaveMovedMoney,
  reverseLostAttempt,
  separateReversal,
} from "./recovery/reverse-lost.ts";
import type { TransactionType } from "./transaction.ts";

/** What led to the end: the request itself, a later inquiry, or an expired authorization. */
export type Occasion = "request" | "reconcile" | "lapse";

export function unknownOutcome({ transactionId }: Pick<Attempt, "transactionId">): PaymentOutcome {
  return { kind: "unknown", transactionId };
}

export async function concludeAttempt(
  needs: PaymentNeeds,
  attempt: Attempt,
  said: ProcessorAnswer,
  occasion: Occasion = "request",
): Promise<PaymentOutcome> {
  if (said.kind === "unknown" || !isPlausible(attempt, said)) return leaveUnknown(needs, attempt);
  const takenBack = said.kind === "approved" ? declineByResultCodes(attempt, said) : undefined;
  if (takenBack !== undefined) return reverseDeclined(needs, attempt, takenBack, occasion);
  return finishAttempt(needs, attempt, said, occasion);
}

/**
 * Only a sale or an authorization can be approved for less than requested. Any other attempt with
 * such an answer stays unknown, and keeps what it reserved, until the host reports the full amount.
 */
function isPlausible({ transactionType, amount }: Attempt, said: ProcessorAnswer): boolean {
  if (said.kind !== "approved" || said.amount === amount) return true;
  return said.amount < amount && PARTIAL_TYPES.has(transactionType);
}
const PARTIAL_TYPES: ReadonlySet<TransactionType> = new Set(["SALE", "AUTHORIZATION"]);

/** If this cannot be stored, the attempt stays "started", and reconcile asks about it as well. */
export async function leaveUnknown(needs: PaymentNeeds, attempt: Attempt): Promise<PaymentOutcome> {
  const isMarked = await needs.openAttempts.markUnknown(attempt);
  // If the attempt is lost, reconcile cannot ask about it, but its order may have been executed.
  if (!isMarked && mayHaveMovedMoney(attempt) && (await needs.lost.isLost(attempt))) {
    await reverseLostAttempt(needs, attempt);
  }
  return unknownOutcome(attempt);
}

function declineByResultCodes({ note }: Attempt, approval: Approval): TakenBack | undefined {
  const { avsResponse = "", cvvResponse = "" } = approval;
  const declines = (resultCodes: string | undefined, resultCode: string) =>
    resultCode !== "" && (resultCodes?.includes(resultCode) ?? false);
  const resultCodes = { avsResponse: approval.avsResponse, cvvResponse: approval.cvvResponse };
  if (declines(note.declinesAvs, avsResponse)) return { message: "AVS MISMATCH", ...resultCodes };
  if (declines(note.declinesCvv, cvvResponse)) return { message: "CVV MISMATCH", ...resultCodes };
  return undefined;
}

/** Stored before the card host is asked: from then on the attempt can only be reversed. */
async function reverseDeclined(
  needs: PaymentNeeds,
  attempt: Attempt,
  takenBack: TakenBack,
  occasion: Occasion,
): Promise<PaymentOutcome> {
  const reversing = { ...attempt, note: { ...attempt.note, takenBack } };
  const isMarked = await needs.openAttempts.markReversing(attempt, reversing.note);
  if (!isMarked) return answerEndedAttempt(needs, { attempt, outcome: "approved" });
  return reverseApproval(needs, reversing, takenBack, { occasion, isRepeat: false });
}

/** Repeated by reconcile until the host acknowledges it. Then the attempt ends as a decline. */
export async function reverseApproval(
  needs: PaymentNeeds,
  attempt: Attempt,
  takenBack: TakenBack,
  { occasion, isRepeat }: { readonly occasion: Occasion; readonly isRepeat: boolean },
): Promise<PaymentOutcome> {
  const heard = await needs.processor.reverse(placedOrder(needs, attempt), isRepeat);
  if (heard === "unknown") return unknownOutcome(attempt);
  return finishAttempt(needs, attempt, { kind: "declined", ...takenBack }, occasion);
}

export async function finishAttempt(
  needs: PaymentNeeds,
  attempt: Attempt,
  verdict: PaymentVerdict,
  occasion: Occasion,
): Promise<PaymentOutcome> {
  const ending = attemptEnding(attempt, verdict);
  const end: Finish = {
    attempt,
    ...ending,
    events: attemptEvents(needs, attempt, ending.answer, occasion),
    finishedAt: needs.clock.business(),
  };
  const isOurs = await writeFinish(needs, end);
  if (!isOurs) return answerEndedAttempt(needs, end);
  return { kind: "answered", answer: ending.answer, isReplay: false };
}

function writeFinish(needs: PaymentNeeds, end: Finish): Promise<boolean> {
  if (end.attempt.originalId === undefined) return needs.attempts.finish(end);
  return needs.changeEnds.finish(end, needs.clock.wall());
}

/**
 * The attempt is no longer open: another process ended it, or the database lost it. If it was approved
 * here but not there, the caller was told otherwise or gets no answer, so the approval is reversed.
 */
async function answerEndedAttempt(
  needs: PaymentNeeds,
  { attempt, outcome }: Pick<Finish, "attempt" | "outcome">,
): Promise<PaymentOutcome> {
  const storedOutcome = await needs.openAttempts.findOutcome(attempt);
  if (mayHaveMovedMoney(attempt) && outcome === "approved" && storedOutcome !== "approved") {
    if (storedOutcome === undefined) await reverseLostAttempt(needs, attempt);
    else await needs.openAttempts.addReversing(separateReversal(needs, attempt));
    return unknownOutcome(attempt);
  }
  const earlier = await needs.earlier.findEarlierAttempt(attempt);
  if (earlier?.answer === undefined) return unknownOutcome(attempt);
  return { kind: "answered", answer: earlier.answer, isReplay: true };
}

export function attemptEvents(
  needs: PaymentNeeds,
  attempt: Attempt,
  answer: Answer,
  occasion: Occasion,
): readonly AttemptEvent[] {
  const { note } = attempt;
  const receipts = answer.outcome === "approved" ? receiptEvents(note, answer) : NO_EVENTS;
  // Nobody requested the reversal of an expired authorization, so a failed one is not reported.
  const isReported = occasion !== "lapse" || answer.outcome === "approved";
  if (!note.hasWebhook || !isReported) return receipts;
  const event = PAYMENT_EVENTS[occasion === "request" ? answer.outcome : occasion];
  return [{ kind: "webhook", event, payload: needs.writeAnswer(answer) }, ...receipts];
}

const NO_EVENTS: readonly AttemptEvent[] = [];
