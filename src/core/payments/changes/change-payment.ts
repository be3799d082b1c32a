/**
 * Captures, refunds and reverses: the original is reserved and the attempt written in one commit,
 * then the card host is asked, then both are settled in another.
 */
import type { CardOrder, CardOrderType } from "../../../ports/processor.ts";
import type { Cents } from "../../../values/money.ts";
import type { Account } from "../../accounts/account-store.ts";
import type { PaymentOutcome } from "../answer.ts";
import type { Attempt, AttemptNote, NewAttempt } from "../attempts/attempt.ts";
import { remember } from "../attempts/begin.ts";
import { requestFingerprint } from "../attempts/fingerprint.ts";
import { claimOf, newAttempt, noteOf, oldestIssuedId } from "../attempts/new-attempt.ts";
import { repeat } from "../attempts/repeat.ts";
import { takeOut } from "../bank/end-bank-attempt.ts";
import { presentValues } from "../payment-details.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import type { Change } from "../payment-request.ts";
import { submit } from "../submit.ts";
import { judgeChange, type Reservation } from "./judge-change.ts";
import type { Original } from "./original.ts";

export async function changePayment(
  needs: PaymentNeeds,
  account: Account,
  change: Change,
): Promise<PaymentOutcome> {
  const claimed = await claim(needs, account, change);
  const { clock } = needs;
  const judging = { now: clock.business(), authorizationDays: account.authorizationDays };
  const begun = await needs.changes.start(
    {
      accountId: account.id,
      originalId: change.originalId,
      claimed,
      judge: (original) => judgeChange(original, change, judging),
      complete: (original, reservation) => complete(claimed, original, reservation),
    },
    oldestIssuedId(needs),
  );
  if (begun.kind === "not_first") return repeat(needs, claimed);
  if (begun.kind === "refused") return begun;
  const { attempt } = begun;
  remember(needs, { attempt, claim: claimed.claim, source: undefined });
  if (attempt.note.draft.tenderType === "ACH") return takeOut(needs, attempt);
  return submit(needs, attempt, await orderOf(needs, attempt));
}

/** A capture keeps its authorization's id; the others have one of their own. */
async function claim(needs: PaymentNeeds, account: Account, change: Change): Promise<NewAttempt> {
  const transactionId =
    change.type === "CAPTURE"
      ? change.originalId
      : (change.transactionId ?? (await needs.ids.next()));
  const attempt = newAttempt(needs, account, change, {
    transactionId,
    originalId: change.originalId,
    amount: change.amount ?? (0 as Cents),
    fingerprint: requestFingerprint(needs.vault, change, undefined),
    note: {
      ...noteOf(account, change),
      draft: { ...change.details, tenderType: "CARD", currency: account.currency },
    },
  });
  return { attempt, claim: claimOf(change), source: undefined };
}

/** What was not sent is taken from the original. */
function complete(claimed: NewAttempt, original: Original, reservation: Reservation): NewAttempt {
  const { attempt } = claimed;
  const note: AttemptNote = {
    ...attempt.note,
    draft: {
      ...original.draft,
      ...presentValues(attempt.note.draft),
      tenderType: original.draft.tenderType,
      originalId: original.id,
    },
    priorState: original.state,
    isVoid: reservation.state === "voiding" || undefined,
    originalCode: original.authorizationCode,
    originalReference: original.reference,
  };
  return { ...claimed, attempt: { ...attempt, amount: reservation.amount, note } };
}

export async function orderOf(needs: PaymentNeeds, attempt: Attempt): Promise<CardOrder> {
  const { draft, originalReference } = attempt.note;
  return {
    reference: attempt.attemptId,
    accountId: attempt.accountId,
    transactionId: attempt.transactionId,
    transactionType: attempt.transactionType as CardOrderType,
    amount: attempt.amount,
    currency: draft.currency,
    card: await cardOf(needs, attempt),
    original: originalReference === undefined ? undefined : { reference: originalReference },
    authorizationCode: undefined,
    allowsPartial: false,
    entryMode: draft.entryMode,
    streetAddress: undefined,
    zip: undefined,
  };
}

/** Money that goes back needs to know where; the others go by their original alone. */
async function cardOf({ vault, clock }: PaymentNeeds, attempt: Attempt) {
  if (attempt.transactionType !== "REFUND" || attempt.originalId === undefined) return undefined;
  const card = await vault.openCard(attempt.accountId, attempt.originalId, clock.business());
  return card && { ...card, verification: undefined };
}
