/**
 * Asks the card host for the result of abandoned attempts: their process crashed, or the answer was
 * lost. It never submits an order again (the verification value is gone), and it does not touch an
 * attempt before its lease has expired.
 */
import type { Attempt } from "../attempts/attempt.ts";
import type { AbandonedAttempt } from "../attempts/open-attempt-store.ts";
import { endAbandonedBankAttempt } from "../bank/end-bank-attempt.ts";
import { concludeAttempt, finishAttempt, leaveUnknown, reverseApproval } from "../conclude.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import { placedOrder } from "../placed-order.ts";

const AT_ONCE = 50;
/** Pauses after the first, second and later inquiry without a result, in time limits of the host. */
const PAUSES = [0.5, 1.5, 3, 6, 30, 90, 360];
/** If a round dies, the next one takes its attempts after this many time limits. */
const ROUND = 3;

/**
 * Runs one round and returns how many attempts it processed: those whose lease ends before a time,
 * which is now unless a test does not want to wait for the leases.
 */
export async function reconcile(
  needs: PaymentNeeds,
  onFailure: (error: unknown) => void,
  leaseEndsBefore = needs.clock.wall(),
): Promise<number> {
  const leaseUntil = later(needs, ROUND);
  const left = await needs.openAttempts.claimAbandoned(leaseEndsBefore, leaseUntil, AT_ONCE);
  await Promise.all(left.map((one) => settleOne(needs, one).catch(onFailure)));
  return left.length;
}

async function settleOne(needs: PaymentNeeds, left: AbandonedAttempt): Promise<void> {
  const isSettled = await (left.state === "reversing"
    ? reverseAgain(needs, left)
    : askAgain(needs, left));
  if (isSettled) return;
  const pause = PAUSES[left.asked - 1] ?? PAUSES.at(-1) ?? ROUND;
  await needs.openAttempts.postpone(left.attempt, later(needs, pause));
}

function later({ clock, processorLimitMs }: PaymentNeeds, limits: number): Temporal.Instant {
  return clock.wall().add({ milliseconds: Math.round(limits * processorLimitMs) });
}

async function reverseAgain(
  needs: PaymentNeeds,
  { attempt, asked }: AbandonedAttempt,
): Promise<boolean> {
  const { takenBack } = attempt.note;
  if (takenBack !== undefined) {
    const again = { occasion: "reconcile", isRepeat: true } as const;
    return (await reverseApproval(needs, attempt, takenBack, again)).kind !== "unknown";
  }
  const said = await needs.processor.reverse(placedOrder(needs, attempt), asked > 1);
  if (said === "unknown") return false;
  // A payment that a failover lost ends as reversed. Any other attempt is only recorded.
  const isPayment = attempt.originalId !== attempt.transactionId;
  const end = isPayment ? REVERSED : done(attempt, "REVERSED");
  await finishAttempt(needs, attempt, end, "reconcile");
  return true;
}
const REVERSED = { kind: "reversed" } as const;

async function askAgain(
  needs: PaymentNeeds,
  { attempt, asked }: AbandonedAttempt,
): Promise<boolean> {
  if (attempt.note.draft.tenderType === "ACH") {
    await endAbandonedBankAttempt(needs, attempt);
    return true;
  }
  // Storing a card does not involve the card host.
  if (attempt.transactionType === "STORE") {
    await finishAttempt(needs, attempt, done(attempt, "APPROVED"), "reconcile");
    return true;
  }
  const order = placedOrder(needs, attempt);
  if (await needs.processor.resolvesByReversal?.(order)) return reverseUnknown(needs, attempt);
  const said = await needs.processor.resolve(order, asked > 1);
  switch (said.kind) {
    case "still_unknown":
      await leaveUnknown(needs, attempt);
      return false;
    case "never_arrived":
      await finishAttempt(needs, attempt, { kind: "not_sent" }, "reconcile");
      return true;
    case "reversed":
      await finishAttempt(needs, attempt, said, "reconcile");
      return true;
    default:
      return (await concludeAttempt(needs, attempt, said, "reconcile")).kind !== "unknown";
  }
}

/** From the mark on, an approval that arrives late cannot end the payment. */
async function reverseUnknown(needs: PaymentNeeds, attempt: Attempt): Promise<boolean> {
  if (!(await needs.openAttempts.markReversing(attempt, attempt.note))) return true;
  return reverseAgain(needs, { attempt, state: "reversing", asked: 1 });
}

function done({ amount }: Attempt, message: string) {
  return { kind: "approved", message, authorizationCode: "", amount } as const;
}
