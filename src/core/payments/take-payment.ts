/**
 * Takes a card payment that makes a transaction of its own: write that it started, ask the card host,
 * write how it ended.
 */
import type { CardOrder, CardOrderType } from "../../ports/processor.ts";
import type { Cents } from "../../values/money.ts";
import type { Account } from "../accounts/account-store.ts";
import type { PaymentOutcome } from "./answer.ts";
import type { Attempt, AttemptNote, NewAttempt } from "./attempts/attempt.ts";
import { begin, fingerprintOf } from "./attempts/begin.ts";
import { claimOf, newAttempt, noteOf } from "./attempts/new-attempt.ts";
import { repeat } from "./attempts/repeat.ts";
import { conclude } from "./conclude.ts";
import { type PaidWith, paidWith } from "./paid-with.ts";
import type { PaymentNeeds } from "./payment-needs.ts";
import type { CardPayment } from "./payment-request.ts";
import { submit } from "./submit.ts";

const TOO_MANY: PaymentOutcome = { kind: "too_many" };

export async function takePayment(
  needs: PaymentNeeds,
  account: Account,
  payment: CardPayment,
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
  if (!(await begin(needs, begun))) return repeat(needs, begun);
  const outcome = await carryOut(needs, begun.attempt, payment, source);
  if (watched !== undefined) {
    const fingerprint = () => needs.vault.fingerprint(source.number);
    cardTesting.heard(watched, outcome, { startedAt: begun.attempt.startedAt, fingerprint });
  }
  return outcome;
}

/** What became of the same request when it came before. Undefined: it did not. */
export async function findTaken(
  needs: PaymentNeeds,
  account: Account,
  payment: CardPayment,
): Promise<PaymentOutcome | undefined> {
  const source = await paidWith(needs, account, payment);
  if (source === undefined) return undefined;
  const outcome = await repeat(needs, await prepare(needs, account, payment, source));
  return outcome.kind === "refused" ? undefined : outcome;
}

async function prepare(
  needs: PaymentNeeds,
  account: Account,
  payment: CardPayment,
  source: PaidWith,
): Promise<NewAttempt> {
  const transactionId = payment.transactionId ?? (await needs.ids.next());
  const attempt = newAttempt(needs, account, payment, {
    transactionId,
    originalId: undefined,
    // A card that is only kept moves nothing, whatever amount was sent with it.
    amount: payment.type === "STORE" ? NOTHING : payment.amount,
    fingerprint: fingerprintOf(needs, payment, () => needs.vault.fingerprint(source.number)),
    note: writeNote(account, payment, source),
  });
  const sealed = await needs.vault.sealCard(account.id, transactionId, source);
  return { attempt, claim: claimOf(payment), source: { kind: "card", sealed } };
}

const NOTHING = 0 as Cents;

function writeNote(account: Account, payment: CardPayment, source: PaidWith): AttemptNote {
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

function carryOut(
  needs: PaymentNeeds,
  attempt: Attempt,
  payment: CardPayment,
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
  payment: CardPayment,
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
    entryMode: columns.entry_mode,
    streetAddress: columns.street_address1,
    zip: columns.zip,
  };
}
