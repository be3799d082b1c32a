/** Begins an attempt that makes a transaction of its own, by card or ACH. */
import type { PaymentOutcome } from "../answer.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import type { BankPayment, CardPayment } from "../payment-request.ts";
import type { NewAttempt } from "./attempt.ts";
import { requestFingerprint } from "./fingerprint.ts";
import { oldestIssuedId } from "./new-attempt.ts";
import { answerRepetition } from "./repeat.ts";

/**
 * Undefined: the attempt has begun. Otherwise its id or key was used before, or it is a duplicate, and
 * this is the outcome.
 */
export async function beginAttempt(
  needs: PaymentNeeds,
  begun: NewAttempt,
): Promise<PaymentOutcome | undefined> {
  const start = hasSeveralClaims(begun)
    ? await needs.changes.startNew(begun, oldestIssuedId(needs))
    : { kind: (await needs.attempts.start(begun)) ? ("begun" as const) : ("not_first" as const) };
  if (start.kind === "refused") return start;
  if (start.kind === "not_first") return answerRepetition(needs, begun);
  rememberBegun(needs, begun);
  return undefined;
}

/** They are spent in one database transaction: all of them or none. A guard always is. */
function hasSeveralClaims({ claim: { isIssuedId, keyDigest, guard } }: NewAttempt): boolean {
  return guard !== undefined || (isIssuedId && keyDigest !== undefined);
}

/** If a failover loses the attempt, this process is the only one that knows of it. */
export function rememberBegun({ recent, clock }: PaymentNeeds, begun: NewAttempt): void {
  recent.rememberAttempt(begun, clock.wall().epochMilliseconds);
}

const UNCLAIMED = new Uint8Array();

/** A request without id or key is never recognized as a repetition, so it needs no fingerprint. */
export function newPaymentFingerprint(
  { vault }: Pick<PaymentNeeds, "vault">,
  payment: CardPayment | BankPayment,
  ofSource: () => Uint8Array,
): Uint8Array {
  const { transactionId, idempotencyKey } = payment;
  const isClaimed = transactionId !== undefined || idempotencyKey !== undefined;
  return isClaimed ? requestFingerprint(vault, payment, ofSource()) : UNCLAIMED;
}
