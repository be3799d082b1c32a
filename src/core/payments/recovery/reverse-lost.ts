/**
 * Records reversals for orders that must not stay approved: an approval that arrived after its attempt
 * had ended, and the order of an attempt that the database has lost. Reconcile then sends the reversal
 * until the card host acknowledges it.
 */
import type { Attempt } from "../attempts/attempt.ts";
import { reversalAttemptId } from "../attempts/attempt-ids.ts";
import type { OwedReversal } from "../attempts/lost-attempt-store.ts";
import type { PaymentNeeds } from "../payment-needs.ts";

type WithClock = Pick<PaymentNeeds, "clock">;

/** Whether the card host was asked to move money. For other attempts it is not asked at all. */
export function mayHaveMovedMoney({ transactionType, note }: Attempt): boolean {
  return note.draft.tenderType === "CARD" && transactionType !== "STORE";
}

/** For an attempt that is missing from the database while its order may have been executed. */
export async function reverseLostAttempt(needs: PaymentNeeds, lost: Attempt): Promise<void> {
  needs.recent.markReversed(lost);
  await needs.lost.writeOwedReversal(owedReversal(needs, lost));
}

export function owedReversal(needs: WithClock, lost: Attempt): OwedReversal {
  const hasOwnId = lost.originalId !== lost.transactionId;
  return {
    lost,
    asPayment: hasOwnId ? reversedPayment(needs, lost) : undefined,
    beside: separateReversal(needs, lost),
  };
}

/** The same payment with another attempt id, so that a late answer to the first cannot end it. */
function reversedPayment(needs: WithClock, lost: Attempt): Attempt {
  return {
    ...lost,
    attemptId: reversalAttemptId(lost.attemptId),
    note: { ...lost.note, reverses: lost.attemptId },
    leaseUntil: needs.clock.wall(),
  };
}

/** An attempt on the same transaction id that no caller requested. It makes no transaction. */
export function separateReversal({ clock }: WithClock, late: Attempt): Attempt {
  const { draft, timeZone, cardHolderId } = late.note;
  const order = { reverses: late.attemptId, reversedType: late.transactionType };
  return {
    ...late,
    attemptId: reversalAttemptId(late.attemptId),
    originalId: late.transactionId,
    transactionType: "REVERSAL",
    // Later than the order: a repeated request is answered from the earlier of the two.
    startedAt: clock.business(),
    note: { draft, timeZone, hasWebhook: false, cardHolderId, ...order },
    leaseUntil: clock.wall(),
  };
}
