/**
 * Takes one card payment: write that it started, ask the card host, write how it ended. No
 * database transaction is open while we wait for the host.
 */
import { randomUUID } from "node:crypto";
import type { Clock } from "../../ports/clock.ts";
import type { Approval, Processor, ProcessorAnswer } from "../../ports/processor.ts";
import type { CardBrand } from "../../values/card.ts";
import type { Cents } from "../../values/money.ts";
import type { Secret } from "../../values/secret.ts";
import type { Account } from "../accounts/account-store.ts";
import type { IdSource } from "./id-source.ts";
import type { Details, Finish, NewAttempt, PaymentStore } from "./payment-store.ts";
import { NOT_SENT, type TransactionState } from "./transaction.ts";

export interface PaymentNeeds {
  readonly payments: PaymentStore;
  readonly ids: IdSource;
  readonly processor: Processor;
  readonly clock: Clock;
}

export interface CardPayment {
  readonly transactionType: "SALE" | "AUTHORIZATION";
  readonly amount: Cents;
  readonly cardNumber: Secret;
  readonly cardBrand: CardBrand;
  readonly cardExpiration: string;
  readonly cardVerification: Secret | undefined;
  /** An id fetched in advance. */
  readonly transactionId: string | undefined;
  readonly details: Details;
}

interface Taken {
  readonly transactionId: string;
  readonly startedAt: Temporal.Instant;
}

export type PaymentOutcome =
  | (Taken & { readonly kind: "approved"; readonly approval: Approval })
  | (Taken & { readonly kind: "declined"; readonly message: string })
  | { readonly kind: "unknown" }
  | { readonly kind: "not_sent" }
  | { readonly kind: "id_already_used" }
  | { readonly kind: "id_never_issued" };

/** How long after its start an attempt belongs to the process that started it. */
const LEASE_SECONDS = 60;

export async function takePayment(
  needs: PaymentNeeds,
  account: Account,
  payment: CardPayment,
): Promise<PaymentOutcome> {
  const attempt = await newAttempt(needs, account, payment);
  if (!(await needs.payments.start(attempt))) return whyNotStarted(needs, attempt);

  const answer = await needs.processor.submit(orderOf(attempt, payment));
  return finish(needs, attempt, answer);
}

async function newAttempt(
  { ids, clock }: PaymentNeeds,
  account: Account,
  payment: CardPayment,
): Promise<NewAttempt> {
  const issued = payment.transactionId;
  return {
    accountId: account.id,
    attemptId: randomUUID(),
    transactionId: issued ?? (await ids.next(account.id)),
    idWasIssued: issued !== undefined,
    transactionType: payment.transactionType,
    amount: payment.amount,
    currency: account.currency,
    cardBrand: payment.cardBrand,
    last4: payment.cardNumber.last4(),
    cardExpiration: payment.cardExpiration,
    details: payment.details,
    // Requests are told apart by fingerprint once replays are answered.
    fingerprint: new Uint8Array(),
    startedAt: clock.business(),
    leaseUntil: clock.wall().add({ seconds: LEASE_SECONDS }),
  };
}

function orderOf(attempt: NewAttempt, payment: CardPayment) {
  return {
    reference: attempt.attemptId,
    accountId: attempt.accountId,
    transactionId: attempt.transactionId,
    transactionType: attempt.transactionType,
    amount: attempt.amount,
    currency: attempt.currency,
    cardNumber: payment.cardNumber,
    cardExpiration: payment.cardExpiration,
    cardVerification: payment.cardVerification,
    streetAddress: payment.details["street_address1"],
    zip: payment.details["zip"],
  };
}

async function whyNotStarted(
  { payments }: PaymentNeeds,
  { accountId, transactionId }: NewAttempt,
): Promise<PaymentOutcome> {
  const used = await payments.find(accountId, transactionId);
  return { kind: used === undefined ? "id_never_issued" : "id_already_used" };
}

async function finish(
  { payments, clock }: PaymentNeeds,
  attempt: NewAttempt,
  answer: ProcessorAnswer,
): Promise<PaymentOutcome> {
  if (answer.kind === "unknown") {
    await payments.markUnknown(attempt);
    return { kind: "unknown" };
  }
  await payments.finish(attempt, finishOf(attempt, answer, clock.business()));
  if (answer.kind === "not_sent") return { kind: "not_sent" };
  const taken = { transactionId: attempt.transactionId, startedAt: attempt.startedAt };
  return answer.kind === "approved"
    ? { ...taken, kind: "approved", approval: answer }
    : { ...taken, kind: "declined", message: answer.message };
}

const APPROVED_STATE: Record<NewAttempt["transactionType"], TransactionState> = {
  SALE: "sold",
  AUTHORIZATION: "authorised",
};

function finishOf(
  attempt: NewAttempt,
  answer: Exclude<ProcessorAnswer, { kind: "unknown" }>,
  finishedAt: Temporal.Instant,
): Finish {
  const approval = answer.kind === "approved" ? answer : undefined;
  return {
    state: approval ? APPROVED_STATE[attempt.transactionType] : (answer.kind as TransactionState),
    outcome: answer.kind,
    amount: approval?.amount ?? attempt.amount,
    message: answer.kind === "not_sent" ? NOT_SENT : answer.message,
    authorizationCode: approval?.authorizationCode,
    avsResponse: approval?.avsResponse,
    cvvResponse: approval?.cvvResponse,
    finishedAt,
  };
}
