/**
 * Captures, refunds and reverses payments: one commit reserves the original and stores the attempt,
 * then the card host is asked, then another commit stores the outcome of both.
 */
import type { CardOrder, CardOrderType } from "../../../ports/processor.ts";
import type { Cents } from "../../../values/money.ts";
import type { Account } from "../../accounts/account-store.ts";
import type { PaymentOutcome } from "../answer.ts";
import type { Attempt, AttemptNote, NewAttempt } from "../attempts/attempt.ts";
import { rememberBegun } from "../attempts/begin.ts";
import { requestFingerprint } from "../attempts/fingerprint.ts";
import { commonNote, newAttempt, oldestIssuedId, requestClaim } from "../attempts/new-attempt.ts";
import { answerRepetition } from "../attempts/repeat.ts";
import { finishCanceledEntry } from "../bank/end-bank-attempt.ts";
import { presentValues } from "../payment-details.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import type { Change } from "../payment-request.ts";
import { placedOrder } from "../placed-order.ts";
import { changedParts } from "../purchase-data.ts";
import { submitOrder } from "../submit.ts";
import { judgeChange, type Reservation } from "./judge-change.ts";
import type { Original } from "./original.ts";

export async function changePayment(
  needs: PaymentNeeds,
  account: Account,
  change: Change,
): Promise<PaymentOutcome> {
  const claimed = await claimChange(needs, account, change);
  const { clock } = needs;
  const judging = { now: clock.business(), authorizationDays: account.authorizationDays };
  const begun = await needs.changes.start(
    {
      accountId: account.id,
      originalId: change.originalId,
      claimed,
      judge: (original) => judgeChange(original, change, judging),
      complete: (original, reservation) => completeChange(claimed, original, reservation),
    },
    oldestIssuedId(needs),
  );
  if (begun.kind === "not_first") return answerRepetition(needs, claimed);
  if (begun.kind === "refused") return begun;
  const { attempt } = begun;
  rememberBegun(needs, { attempt, claim: claimed.claim, source: undefined });
  if (attempt.note.draft.tenderType === "ACH") return finishCanceledEntry(needs, attempt);
  return submitOrder(needs, attempt, await changeOrder(needs, attempt));
}

/** A capture keeps the id of its authorization; refunds and reversals have an id of their own. */
async function claimChange(
  needs: PaymentNeeds,
  account: Account,
  change: Change,
): Promise<NewAttempt> {
  const transactionId =
    change.type === "CAPTURE"
      ? change.originalId
      : (change.transactionId ?? (await needs.ids.next()));
  const traceNumber = await needs.traces.next();
  const attempt = newAttempt(needs, account, change, {
    transactionId,
    traceNumber,
    originalId: change.originalId,
    amount: change.amount ?? (0 as Cents),
    fingerprint: requestFingerprint(needs.vault, change, undefined),
    note: {
      ...commonNote(account, change),
      draft: { ...change.details, tenderType: "CARD", currency: account.currency },
    },
  });
  return { attempt, claim: requestClaim(change), source: undefined };
}

/** Values that were not sent are taken from the original. */
function completeChange(
  claimed: NewAttempt,
  original: Original,
  reservation: Reservation,
): NewAttempt {
  const { attempt } = claimed;
  const note: AttemptNote = {
    ...attempt.note,
    draft: {
      ...original.draft,
      ...presentValues(attempt.note.draft),
      ...changedParts(attempt.transactionType, {
        sent: attempt.note.draft,
        original: original.draft,
        amount: reservation.amount,
      }),
      tenderType: original.draft.tenderType,
      originalId: original.id,
    },
    priorState: original.state,
    isVoid: reservation.state === "voiding" || undefined,
    originalCode: original.authorizationCode,
    cardHolderId: original.originalId,
    ...referToOriginal(original),
  };
  return { ...claimed, attempt: { ...attempt, amount: reservation.amount, note } };
}

export async function changeOrder(needs: PaymentNeeds, attempt: Attempt): Promise<CardOrder> {
  return {
    ...placedOrder(needs, attempt),
    card: await refundedCard(needs, attempt),
    authorizationCode: undefined,
    allowsPartial: false,
    streetAddress: undefined,
    zip: undefined,
  };
}

/** A captured authorization is known to the card host by its authorization. */
export function referToOriginal({ reference, transactionType }: Original) {
  const originalType = transactionType === "CAPTURE" ? "AUTHORIZATION" : transactionType;
  return { originalReference: reference, originalType: originalType as CardOrderType };
}

/** A refund needs the card that the money goes back to; captures and reversals do not. */
async function refundedCard({ vault, clock }: PaymentNeeds, attempt: Attempt) {
  if (attempt.transactionType !== "REFUND" || attempt.originalId === undefined) return undefined;
  const card = await vault.openCard(attempt.accountId, attempt.originalId, clock.business());
  return card && { ...card, verification: undefined };
}
