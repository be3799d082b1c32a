/** What every attempt is made of, before anything is written. */
import { hash, randomUUIDv7 } from "node:crypto";
import { laterBy } from "../../../values/instants.ts";
import type { Cents } from "../../../values/money.ts";
import type { Account } from "../../accounts/account-store.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import type { PaymentRequest } from "../payment-request.ts";
import type { Attempt, AttemptNote, Claim } from "./attempt.ts";

/** An attempt belongs to the process that began it for this many times the host's limit. */
const LEASE_LIMITS = 2;

export interface AttemptFacts {
  readonly transactionId: string;
  readonly originalId: string | undefined;
  readonly amount: Cents;
  readonly fingerprint: Uint8Array;
  readonly note: AttemptNote;
  /** Where whoever is asked may take longer than the card host: for so long it is ours. */
  readonly leaseMs?: number;
}

/** In the order of time: new rows stand together at the end of every index on them. */
export function newAttemptId(): string {
  return randomUUIDv7();
}

/** Always the same for an attempt, so that its reversal is written down once, whoever does it. */
export function reversalIdOf(attemptId: string): string {
  const digest = hash("sha256", `reversal of ${attemptId}`);
  const [a, b, c, d, e] = [8, 12, 15, 18, 30].map((end, place, ends) =>
    digest.slice(ends[place - 1] ?? 0, end),
  );
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

export function newAttempt(
  { clock, processorLimitMs }: PaymentNeeds,
  account: Account,
  request: PaymentRequest,
  facts: AttemptFacts,
): Attempt {
  const heldMs = Math.max(LEASE_LIMITS * processorLimitMs, facts.leaseMs ?? 0);
  return {
    accountId: account.id,
    attemptId: newAttemptId(),
    transactionType: request.type,
    transactionId: facts.transactionId,
    originalId: facts.originalId,
    amount: facts.amount,
    fingerprint: facts.fingerprint,
    note: facts.note,
    startedAt: clock.business(),
    leaseUntil: laterBy(clock.wall(), heldMs),
  };
}

export function claimOf({ transactionId, idempotencyKey }: PaymentRequest): Claim {
  return {
    isIssuedId: transactionId !== undefined,
    keyDigest: idempotencyKey === undefined ? undefined : hash("sha256", idempotencyKey, "buffer"),
  };
}

/** What the note of every request says. */
export function noteOf(account: Account, request: PaymentRequest) {
  return {
    timeZone: account.timeZone,
    hasWebhook: account.hasWebhook,
    merchantName: account.name,
    sendsCustomerReceipt: request.sendsCustomerReceipt || undefined,
    merchantReceiptTo: request.sendsMerchantReceipt ? account.receiptEmail : undefined,
  };
}

/** Ids that were issued before it are no longer good. */
export function oldestIssuedId({ clock, unspentIdsDays }: PaymentNeeds): Temporal.Instant {
  return clock.business().subtract({ hours: 24 * unspentIdsDays });
}
