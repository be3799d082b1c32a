/** Expected answers, statuses, records and orders. */
import { moneyNumber } from "./money.ts";
import type { Attempt, Books, Order, Transaction } from "./payment-model.ts";

export type Fields = Readonly<Record<string, unknown>>;

const NO_ERROR = { error: false, error_code: 0, error_message: null, error_msg: null };

/** The text of every refusal. */
const WORDS: ReadonlyMap<number, string> = new Map([
  [20001, "Invalid account_id"],
  [20003, "Invalid transaction_amount"],
  [20004, "INVALID CARD NUMBER"],
  [20005, "Invalid card_expiration"],
  [20006, "Invalid token_id"],
  [20007, "Invalid transaction_id"],
  [20008, "TRANSACTION ID ALREADY USED"],
  [20017, "INVALID REFUND AMOUNT"],
  [20018, "INVALID CAPTURE AMOUNT"],
  [20019, "Invalid bank_routing_number"],
  [20020, "Invalid bank_account_number"],
  [20021, "Invalid ach_sec_code"],
  [20687, "TRANSACTION ID ALREADY REVERSED"],
  [30002, "DECLINED"],
  [30370, "CARD DATA UNREADABLE"],
  [50000, "TEMPORARY ERROR, ASK FOR THE STATUS"],
]);

/** 20002 and 31311 name a field. */
export function errorFields(code: number, words?: string): Fields {
  const message = words ?? (code === 20002 ? "Invalid transaction_type" : WORDS.get(code));
  return { error: true, error_code: code, error_message: message, error_msg: message };
}

/** The fields of an answer and their values. Undefined: the field must be absent. */
export function answerFields(books: Books, attempt: Attempt): Fields {
  const { outcome, type } = attempt;
  if (outcome === undefined || outcome === "not_sent") {
    const authorization_message = outcome === undefined ? "IN PROGRESS" : "NOT SENT";
    return { transaction_id: attempt.id, authorization_message, ...errorFields(50000) };
  }
  const isApproved = outcome === "approved";
  const named = type === "REFUND" || type === "REVERSAL";
  return {
    original_transaction_id: named ? attempt.original?.id : undefined,
    transaction_id: attempt.id,
    transaction_timestamp: localTime(attempt.startedAt, books.terms.timeZone),
    transaction_type: type,
    ...cardFields(attempt),
    ...amountFields(attempt),
    ...(type === "STORE" ? STORED : authorizationFields(attempt)),
    ...(type === "SETTLE-BATCH" ? { batch_id: books.transactions.get(attempt.id)?.batchId } : {}),
    currency: "USD",
    ...(isApproved ? NO_ERROR : errorFields(30002)),
  };
}

/** A stored card has no authorization fields. */
const STORED = {
  authorization_code: undefined,
  authorization_message: undefined,
  transaction_approved: undefined,
};

function authorizationFields(attempt: Attempt): Fields {
  const { outcome, type, message, request } = attempt;
  const isApproved = outcome === "approved";
  const isForced = isApproved && type === "FORCE";
  return {
    transaction_approved: isApproved,
    ...(message === undefined ? {} : { authorization_message: message }),
    ...(isForced ? { authorization_code: request.form.authorization_code } : {}),
    ...(isApproved ? resultCodeFields(attempt) : {}),
  };
}

function resultCodeFields({ hostAnswer, type }: Attempt): Fields {
  const resultCodes = hostAnswer.kind === "approved" ? hostAnswer.resultCodes : undefined;
  const isAsked = type === "SALE" || type === "AUTHORIZATION";
  return isAsked ? { avs_response: resultCodes?.avs, cvv2_response: resultCodes?.cvv } : {};
}

function cardFields({ card, person }: Attempt): Fields {
  if (card === undefined) return {};
  const { number, brand, expiration, entryMode } = card;
  return {
    tender_type: "CARD",
    card_brand: brand,
    last4: number.slice(-4),
    card_expiration: expiration,
    first_name: person.first_name ?? null,
    last_name: person.last_name ?? null,
    ...(entryMode === undefined
      ? {}
      : {
          keyed: entryMode === "KEYED",
          swiped: entryMode === "SWIPED",
          entry_mode: entryMode,
        }),
  };
}

function amountFields({ type, cents, outcome, hostAnswer, request }: Attempt): Fields {
  const isApproved = outcome === "approved" && hostAnswer.kind === "approved";
  const moved = moneyNumber(isApproved ? hostAnswer.cents : cents);
  // The contract does not say which amount a stored card has.
  const isOpen = type === "STORE" && request.form.transaction_amount !== undefined;
  return {
    ...(isOpen ? {} : { request_amount: moneyNumber(cents) }),
    transaction_amount: moved,
    ...(isApproved && type === "SALE" ? { balance: moved } : {}),
  };
}

export function localTime(moment: Temporal.Instant, timeZone: string): string {
  const local = moment.toZonedDateTimeISO(timeZone).toPlainDateTime();
  return local.toString({ smallestUnit: "second" }).replace("T", " ");
}

/** The whole answer of the status call. */
export function statusFields({ terms, transactions }: Books, id: string): Fields {
  const found = transactions.get(id);
  if (found === undefined) return { found: false, ...NO_ERROR };
  const isKnown = found.state !== "unknown" && found.state !== "capturing";
  return {
    transaction_id: id,
    transaction_timestamp: localTime(found.startedAt, terms.timeZone),
    authorization_message: isKnown ? found.message : "IN PROGRESS",
    transaction_amount: moneyNumber(found.cents),
    cashier: found.cashier ?? null,
    transaction_approved: isKnown && found.isApproved,
    found: true,
    ...NO_ERROR,
  };
}

/** A transaction as it is stored once its outcome is known. */
export function expectedRecord(transaction: Transaction): Fields {
  return {
    id: transaction.id,
    type: transaction.type,
    state: transaction.state,
    cents: transaction.cents,
    refunded: transaction.refundedCents,
    batch: transaction.batchId ?? null,
    message: transaction.message,
    approved: transaction.isApproved,
    original: transaction.originalId ?? null,
  };
}

export function orderLine({ transactionId, type, cents, kind, isReversed }: Order): string {
  return [transactionId, type, cents, kind, isReversed ? "reversed" : "stands"].join(" ");
}
