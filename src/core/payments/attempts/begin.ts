/** Begins an attempt that makes a transaction of its own, by card or ACH. */
import type { PaymentNeeds } from "../payment-needs.ts";
import type { BankPayment, CardPayment } from "../payment-request.ts";
import type { NewAttempt } from "./attempt.ts";
import { requestFingerprint } from "./fingerprint.ts";
import { oldestIssuedId } from "./new-attempt.ts";

/** False: its id or key was used before. An id and a key together are spent in one transaction. */
export async function beginAttempt(needs: PaymentNeeds, begun: NewAttempt): Promise<boolean> {
  const { isIssuedId, keyDigest } = begun.claim;
  const isFirst = await (isIssuedId && keyDigest !== undefined
    ? needs.changes.startNew(begun, oldestIssuedId(needs))
    : needs.attempts.start(begun));
  if (isFirst) rememberBegun(needs, begun);
  return isFirst;
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
