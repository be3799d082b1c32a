/**
 * Takes a card payment that makes a new transaction: stores the attempt, asks the card host, stores
 * the outcome.
 */
import type { CardOrder, CardOrderType } from "../../ports/processor.ts";
import type { Account } from "../accounts/account-store.ts";
import type { PaymentOutcome } from "./answer.ts";
import type { Attempt, AttemptNote, NewAttempt } from "./attempts/attempt.ts";
import { beginAttempt } from "./attempts/begin.ts";
import { commonNote, prepareNewPayment } from "./attempts/new-attempt.ts";
import { answerRepetition } from "./attempts/repeat.ts";
import { concludeAttempt } from "./conclude.ts";
import { holdCredit, needsApproval } from "./hold-credit.ts";
import { findPaidWith, type PaidWith } from "./paid-with.ts";
import type { PaymentNeeds } from "./payment-needs.ts";
import type { CardPayment } from "./payment-request.ts";
import { placedOrder } from "./placed-order.ts";
import { withoutParts } from "./purchase-data.ts";
import { submitOrder } from "./submit.ts";

const TOO_MANY: PaymentOutcome = { kind: "too_many" };

export async function takeCardPayment(
  needs: PaymentNeeds,
  account: Account,
  payment: CardPayment,
): Promise<PaymentOutcome> {
  const { cardTesting } = needs;
  const watched = cardTesting.watchPayment(account, payment);
  if (watched !== undefined && !cardTesting.admitsPayment(watched)) return TOO_MANY;
  if (payment.type === "CREDIT" && !account.allowsCredit) {
    return { kind: "refused", why: "credit_not_allowed" };
  }
  const source = await findPaidWith(needs, account, payment);
  if (source === undefined) return { kind: "refused", why: "token_not_fit" };
  const begun = await prepareCardAttempt(needs, account, payment, source);
  const held = needsApproval(account, payment)
    ? await holdCardCredit(needs, account, begun, source)
    : undefined;
  if (held !== undefined) return held;
  const early = await beginAttempt(needs, begun);
  if (early !== undefined) return early;
  const outcome = await submitOrStore(needs, begun.attempt, payment, source);
  if (watched !== undefined) {
    const fingerprint = () => needs.vault.fingerprint(source.number);
    cardTesting.countOutcome(watched, outcome, { startedAt: begun.attempt.startedAt, fingerprint });
  }
  return outcome;
}

function holdCardCredit(
  needs: PaymentNeeds,
  account: Account,
  claimed: NewAttempt,
  { number }: PaidWith,
): Promise<PaymentOutcome | undefined> {
  const fingerprint = () => needs.vault.fingerprint(number);
  const last4 = number.last4();
  return holdCredit(needs, { account, claimed, tender: "CARD", last4, fingerprint });
}

/** Returns the outcome of an identical earlier request, or undefined. */
export async function findEarlierOutcome(
  needs: PaymentNeeds,
  account: Account,
  payment: CardPayment,
): Promise<PaymentOutcome | undefined> {
  const source = await findPaidWith(needs, account, payment);
  if (source === undefined) return undefined;
  const outcome = await answerRepetition(
    needs,
    await prepareCardAttempt(needs, account, payment, source),
  );
  return outcome.kind === "refused" ? undefined : outcome;
}

async function prepareCardAttempt(
  needs: PaymentNeeds,
  account: Account,
  payment: CardPayment,
  source: PaidWith,
): Promise<NewAttempt> {
  return prepareNewPayment(needs, {
    account,
    payment,
    fingerprintSource: () => needs.vault.fingerprint(source.number),
    writeNote: () => writeNote(account, payment, source),
    sealSource: async (transactionId) => {
      const sealed = await needs.vault.sealCard(account.id, transactionId, source);
      return { kind: "card", sealed };
    },
    // Only named card hosts may need one.
    traceNumber: account.cardHost === undefined ? undefined : await needs.traces.next(),
  });
}

function writeNote(account: Account, payment: CardPayment, source: PaidWith): AttemptNote {
  return {
    ...commonNote(account, payment),
    draft: {
      ...source.details,
      ...(payment.type === "STORE" ? withoutParts(payment.details) : payment.details),
      tenderType: "CARD",
      currency: account.currency,
      cardBrand: source.brand,
      last4: source.number.last4(),
      cardExpiration: source.expiration,
      entryMode: source.entryMode,
      cardHost: account.cardHost,
      hostMerchant: account.hostMerchant,
    },
    declinesAvs: payment.ignoresAvs ? undefined : account.declinesAvs || undefined,
    declinesCvv: payment.ignoresCvv ? undefined : account.declinesCvv || undefined,
  };
}

function submitOrStore(
  needs: PaymentNeeds,
  attempt: Attempt,
  payment: CardPayment,
  source: PaidWith,
): Promise<PaymentOutcome> {
  if (payment.type === "STORE") return concludeAttempt(needs, attempt, storedApproval(attempt));
  return submitOrder(
    needs,
    attempt,
    newCardOrder(needs, attempt, { payment, source, transactionType: payment.type }),
  );
}

/** Storing a card needs no approval. */
function storedApproval({ amount }: Attempt) {
  return { kind: "approved", message: "APPROVED", authorizationCode: "", amount } as const;
}

interface OrderFacts {
  readonly payment: CardPayment;
  readonly source: PaidWith;
  readonly transactionType: CardOrderType;
}

function newCardOrder(
  needs: PaymentNeeds,
  attempt: Attempt,
  { payment, source, transactionType }: OrderFacts,
): CardOrder {
  const { number, expiration, verification, readout } = source;
  const { draft } = attempt.note;
  return {
    ...placedOrder(needs, attempt),
    transactionType,
    card: { number, expiration, verification, ...readout },
    authorizationCode: payment.authorizationCode,
    allowsPartial: payment.allowsPartial,
    streetAddress: draft.streetAddress1,
    zip: draft.zip,
  };
}
