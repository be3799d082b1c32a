/** Builds attempts before anything is stored. */
import { hash } from "node:crypto";
import { addMilliseconds } from "../../../values/instants.ts";
import type { Cents } from "../../../values/money.ts";
import type { Account } from "../../accounts/account-store.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import type { PaymentRequest } from "../payment-request.ts";
import type { Attempt, AttemptNote, DuplicateGuard, RequestClaim } from "./attempt.ts";
import { newAttemptId } from "./attempt-ids.ts";

/** An attempt belongs to the process that began it for this many times the card host's limit. */
const LEASE_LIMITS = 2;

export interface AttemptFacts {
  readonly transactionId: string;
  readonly originalId: string | undefined;
  readonly amount: Cents;
  readonly fingerprint: Uint8Array;
  readonly note: AttemptNote;
  /** For the card host, if it may need one. */
  readonly traceNumber?: number | undefined;
  /** At least this long, if someone slower than the card host is asked. */
  readonly leaseMs?: number;
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
    attemptId: newAttemptId(facts.traceNumber),
    transactionType: request.type,
    transactionId: facts.transactionId,
    originalId: facts.originalId,
    amount: facts.amount,
    fingerprint: facts.fingerprint,
    note: facts.note,
    startedAt: clock.business(),
    leaseUntil: addMilliseconds(clock.wall(), heldMs),
  };
}

export function requestClaim(
  { transactionId, idempotencyKey }: PaymentRequest,
  guard?: DuplicateGuard,
): RequestClaim {
  return {
    guard,
    isIssuedId: transactionId !== undefined,
    keyDigest: idempotencyKey === undefined ? undefined : hash("sha256", idempotencyKey, "buffer"),
  };
}

/** The part of the note that every request has. */
export function commonNote(account: Account, request: PaymentRequest) {
  return {
    timeZone: account.timeZone,
    hasWebhook: account.hasWebhook,
    merchantName: account.name,
    sendsCustomerReceipt: request.sendsCustomerReceipt || undefined,
    merchantReceiptTo: request.sendsMerchantReceipt ? account.receiptEmail : undefined,
  };
}

/** Ids that were issued before this time have expired. */
export function oldestIssuedId({ clock, unspentIdsDays }: PaymentNeeds): Temporal.Instant {
  return clock.business().subtract({ hours: 24 * unspentIdsDays });
}
