/** Builds attempts before anything is stored. */
import { hash } from "node:crypto";
import { addMilliseconds } from "../../../values/instants.ts";
import type { Cents } from "../../../values/money.ts";
import type { Account } from "../../accounts/account-store.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import type { BankPayment, CardPayment, PaymentRequest } from "../payment-request.ts";
import type {
  Attempt,
  AttemptNote,
  DuplicateGuard,
  NewAttempt,
  RequestClaim,
  SealedSource,
} from "./attempt.ts";
import { newAttemptId } from "./attempt-ids.ts";
import { duplicateGuard } from "./duplicate-guard.ts";
import { newPaymentFingerprint } from "./fingerprint.ts";

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

/** A payment that makes a new transaction, by card or ACH. */
export interface NewPayment extends Pick<AttemptFacts, "traceNumber" | "leaseMs"> {
  readonly account: Account;
  readonly payment: CardPayment | BankPayment;
  /** The fingerprint of the card or the bank account. */
  readonly fingerprintSource: () => Uint8Array;
  readonly writeNote: (transactionId: string) => AttemptNote;
  readonly sealSource: (transactionId: string) => Promise<SealedSource>;
}

const NOTHING = 0 as Cents;

export async function prepareNewPayment(
  needs: PaymentNeeds,
  { account, payment, fingerprintSource, writeNote, sealSource, ...limits }: NewPayment,
): Promise<NewAttempt> {
  const transactionId = payment.transactionId ?? (await needs.ids.next());
  const attempt = newAttempt(needs, account, payment, {
    ...limits,
    transactionId,
    originalId: undefined,
    // Storing a card or a bank account moves no money, whatever amount was sent with it.
    amount: payment.type === "STORE" ? NOTHING : payment.amount,
    fingerprint: newPaymentFingerprint(needs, payment, fingerprintSource),
    note: writeNote(transactionId),
  });
  const guard = duplicateGuard(account, { attempt, payment }, fingerprintSource);
  const source = await sealSource(transactionId);
  return { attempt, claim: requestClaim(payment, guard), source };
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
