/**
 * Takes a payment that makes a transaction of its own: write that it started, ask the card host,
 * write how it ended.
 */
import type { CardOrder, CardOrderType } from "../../ports/processor.ts";
import type { Cents } from "../../values/money.ts";
import type { Account } from "../accounts/account-store.ts";
import type { PaymentOutcome } from "./answer.ts";
import type { Attempt, AttemptNote, NewAttempt } from "./attempts/attempt.ts";
import { requestFingerprint } from "./attempts/fingerprint.ts";
import { claimOf, newAttempt, noteOf, oldestIssuedId } from "./attempts/new-attempt.ts";
import { repeat } from "./attempts/repeat.ts";
import { conclude } from "./conclude.ts";
import { type PaidWith, paidWith } from "./paid-with.ts";
import type { PaymentNeeds } from "./payment-needs.ts";
import type { NewPayment } from "./payment-request.ts";
import { submit } from "./submit.ts";

const TOO_MANY: PaymentOutcome = { kind: "too_many" };

export async function takePayment(
  needs: PaymentNeeds,
  account: Account,
  payment: NewPayment,
): Promise<PaymentOutcome> {
  const { cardTesting } = needs;
  const watched = cardTesting.watch(account, payment);
  if (watched !== undefined && !cardTesting.admits(watched)) return TOO_MANY;
  if (payment.type === "CREDIT" && !account.allowsCredit) {
    return { kind: "refused", why: "credit_not_allowed" };
  }
  const source = await paidWith(needs, account, payment);
  if (source === undefined) return { kind: "refused", why: "token_not_fit" };
  const begun = await prepare(needs, account, payment, source);
  if (!(await start(needs, begun))) return repeat(needs, begun);
  const outcome = await carryOut(needs, begun.attempt, payment, source);
  if (watched !== undefined) {
    const fingerprint = () => needs.vault.fingerprint(source.number);
    cardTesting.heard(watched, outcome, { startedAt: begun.attempt.startedAt, fingerprint });
  }
  return outcome;
}

async function prepare(
  needs: PaymentNeeds,
  account: Account,
  payment: NewPayment,
  source: PaidWith,
): Promise<NewAttempt> {
  const transactionId = payment.transactionId ?? (await needs.ids.next(account.id));
  const attempt = newAttempt(needs, account, payment, {
    transactionId,
    originalId: undefined,
    // A card that is only kept moves nothing, whatever amount was sent with it.
    amount: payment.type === "STORE" ? NOTHING : payment.amount,
    fingerprint: isClaimed(payment) ? fingerprintOf(needs, payment, source) : UNCLAIMED,
    note: writeNote(account, payment, source),
  });
  const sealed = await needs.vault.sealCard(account.id, transactionId, source);
  return { attempt, claim: claimOf(payment), source: { kind: "card", sealed } };
}

/** What came without id or key can never be told to be the same again. */
function isClaimed({ transactionId, idempotencyKey }: NewPayment): boolean {
  return transactionId !== undefined || idempotencyKey !== undefined;
}

function fingerprintOf({ vault }: PaymentNeeds, payment: NewPayment, { number }: PaidWith) {
  return requestFingerprint(payment, vault.fingerprint(number));
}
const NOTHING = 0 as Cents;
const UNCLAIMED = new Uint8Array();

function writeNote(account: Account, payment: NewPayment, source: PaidWith): AttemptNote {
  return {
    ...noteOf(account, payment),
    columns: {
      ...source.details,
      ...payment.details,
      tender_type: "CARD",
      currency: account.currency,
      card_brand: source.brand,
      last4: source.number.last4(),
      card_expiration: source.expiration,
      entry_mode: source.entryMode,
    },
    declinesAvs: payment.ignoresAvs ? undefined : account.declinesAvs || undefined,
    declinesCvv: payment.ignoresCvv ? undefined : account.declinesCvv || undefined,
  };
}

/** Two claims at once hang on one another: they are spent in a transaction of their own. */
function start(needs: PaymentNeeds, begun: NewAttempt): Promise<boolean> {
  const { isIssuedId, keyDigest } = begun.claim;
  return isIssuedId && keyDigest !== undefined
    ? needs.changes.startNew(begun, oldestIssuedId(needs))
    : needs.attempts.start(begun);
}

function carryOut(
  needs: PaymentNeeds,
  attempt: Attempt,
  payment: NewPayment,
  source: PaidWith,
): Promise<PaymentOutcome> {
  if (payment.type === "STORE") return conclude(needs, attempt, keptOnly(attempt));
  return submit(needs, attempt, orderOf(attempt, payment, source, payment.type));
}

/** A card that is only kept is nobody's to approve. */
function keptOnly({ amount }: Attempt) {
  return { kind: "approved", message: "APPROVED", authorizationCode: "", amount } as const;
}

function orderOf(
  attempt: Attempt,
  payment: NewPayment,
  { number, expiration, verification }: PaidWith,
  transactionType: CardOrderType,
): CardOrder {
  const { columns } = attempt.note;
  return {
    reference: attempt.attemptId,
    accountId: attempt.accountId,
    transactionId: attempt.transactionId,
    transactionType,
    amount: attempt.amount,
    currency: columns.currency,
    card: { number, expiration, verification },
    original: undefined,
    authorizationCode: payment.authorizationCode,
    allowsPartial: payment.allowsPartial,
    streetAddress: columns.street_address1,
    zip: columns.zip,
  };
}
