/**
 * Takes back orders that must not stand: an approval that came after somebody else had ended its
 * attempt, and the order of an attempt that the database has lost. Written down here, and then said
 * to the card host by reconcile until it has heard.
 */
import type { Attempt } from "./attempts/attempt.ts";
import type { OwedReversal } from "./attempts/lost-attempt-store.ts";
import { reversalAttemptId } from "./attempts/new-attempt.ts";
import type { PaymentNeeds } from "./payment-needs.ts";

/** Whether somebody outside may have moved money for it. Nobody is asked for the others. */
export function mayHaveMovedMoney({ transactionType, note }: Attempt): boolean {
  return note.draft.tenderType === "CARD" && transactionType !== "STORE";
}

/** Nothing of the attempt is left in the database, and its order may have been done. */
export async function reverseLostAttempt(needs: PaymentNeeds, lost: Attempt): Promise<void> {
  needs.recent.markReversed(lost);
  await needs.lost.writeOwedReversal(owedReversal(needs, lost));
}

export function owedReversal(needs: PaymentNeeds, lost: Attempt): OwedReversal {
  const hasOwnId = lost.originalId !== lost.transactionId;
  return {
    lost,
    asPayment: hasOwnId ? reversedPayment(needs, lost) : undefined,
    beside: separateReversal(needs, lost),
  };
}

/** The same payment under another attempt id, so that a late answer to the first cannot end it. */
function reversedPayment(needs: PaymentNeeds, lost: Attempt): Attempt {
  return {
    ...lost,
    attemptId: reversalAttemptId(lost.attemptId),
    note: { ...lost.note, reverses: lost.attemptId },
    leaseUntil: needs.clock.wall(),
  };
}

/** An attempt of ours, on the same id, that nobody asked for. It makes no transaction. */
export function separateReversal({ clock }: PaymentNeeds, late: Attempt): Attempt {
  const { draft, timeZone } = late.note;
  const order = { reverses: late.attemptId, reversedType: late.transactionType };
  return {
    ...late,
    attemptId: reversalAttemptId(late.attemptId),
    originalId: late.transactionId,
    transactionType: "REVERSAL",
    // Later than the order: whoever repeats the request is answered by the first of the two.
    startedAt: clock.business(),
    note: { draft, timeZone, hasWebhook: false, ...order },
    leaseUntil: clock.wall(),
  };
}
