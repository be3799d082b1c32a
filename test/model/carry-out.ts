/** Changes of the model: when a request is accepted, when its outcome is known, and by time. */
import { asksNobody } from "./card-host.ts";
import {
  type Attempt,
  AUTHORIZATION_HOURS,
  type Books,
  isPast,
  type PaymentModel,
  type State,
  type Transaction,
} from "./payment-model.ts";

/** Stores an accepted request once its id is known, and ends it if the host's answer arrived. */
export function enter(books: Books, attempt: Attempt, id: string): void {
  attempt.id = id;
  spend(books, attempt);
  if (attempt.type !== "CAPTURE") books.transactions.set(id, begun(attempt));
  reserve(attempt);
  order(books, attempt);
  if (attempt.delivery === "answered" || attempt.delivery === "not_sent") conclude(books, attempt);
  else books.doubts.add(attempt);
}

function spend(books: Books, attempt: Attempt): void {
  const { form, key } = attempt.request;
  const claim = { attempt, answer: undefined };
  if (key !== undefined) books.byKey.set(key, claim);
  if (form.transaction_id === undefined) return;
  books.issued.delete(form.transaction_id);
  books.byId.set(form.transaction_id, claim);
}

function begun(attempt: Attempt): Transaction {
  const { id, type, original, startedAt, card, person, cashier, cents } = attempt;
  const rest = { refundedCents: 0, batchId: undefined, message: undefined, isApproved: false };
  return {
    ...{ id, type, originalId: original?.id, startedAt, card, person, cashier, cents },
    ...rest,
    state: "unknown",
  };
}

const HELD: Partial<Record<Attempt["type"], State>> = {
  CAPTURE: "capturing",
  REVERSAL: "reversing",
};

function reserve({ original, type, cents, isVoid }: Attempt): void {
  if (original === undefined) return;
  if (type === "REFUND") original.refundedCents += cents;
  original.state = isVoid ? "voiding" : (HELD[type] ?? original.state);
}

function order(books: Books, { id, type, cents, delivery, hostAnswer }: Attempt): void {
  const isHeard = delivery === "answered" || delivery === "answer_lost";
  if (asksNobody(type) || !isHeard) return;
  const { kind } = hostAnswer;
  books.orders.push({ transactionId: id, type, cents, kind, isReversed: false });
}

/** The outcome is known, at once or after an inquiry. */
export function conclude(books: Books, attempt: Attempt): void {
  books.doubts.delete(attempt);
  attempt.outcome = finalOutcome(attempt);
  attempt.message = finalMessage(attempt);
  if (attempt.isTakenBack) takeBack(books, attempt);
  if (attempt.outcome === "approved") makeReal(books, attempt);
  else giveBack(attempt);
  if (attempt.type !== "CAPTURE") writeEnd(books, attempt);
}

export function finalOutcome({ delivery, hostAnswer, isTakenBack }: Attempt) {
  if (delivery === "not_sent" || delivery === "order_lost") return "not_sent";
  return hostAnswer.kind === "declined" || isTakenBack ? "declined" : "approved";
}

function finalMessage({ type, outcome, hostAnswer, isVoid }: Attempt): string | undefined {
  if (outcome === "not_sent") return "NOT SENT";
  if (outcome === "declined")
    return hostAnswer.kind === "declined" ? hostAnswer.message : undefined;
  if (type === "REFUND") return isVoid ? "VOID" : "REFUND";
  if (type === "CAPTURE") return "CAPTURED";
  return type === "CREDIT" ? "CREDIT" : "APPROVED";
}

function takeBack(books: Books, { id }: Attempt): void {
  for (const one of books.orders) if (one.transactionId === id) one.isReversed = true;
}

function makeReal(books: Books, { type, original, cents, isVoid }: Attempt): void {
  if (original === undefined) return;
  if (type === "CAPTURE") Object.assign(original, { ...CAPTURED, cents });
  if (isVoid) original.state = "voided";
  if (type === "REVERSAL") undo(books, original);
}

const CAPTURED = { type: "CAPTURE", state: "captured", message: "CAPTURED" } as const;

/** A reversed refund no longer counts as refunded on its original. */
function undo(books: Books, original: Transaction): void {
  original.state = "reversed";
  const given = books.transactions.get(original.originalId ?? "");
  if (original.type === "REFUND" && given !== undefined) given.refundedCents -= original.cents;
}

function giveBack({ type, original, cents, isVoid, priorState }: Attempt): void {
  if (original === undefined || priorState === undefined) return;
  if (type === "REFUND") original.refundedCents -= cents;
  if (isVoid || type !== "REFUND") original.state = priorState;
}

const ENDS: Readonly<Record<Attempt["type"], State>> = {
  SALE: "sold",
  AUTHORIZATION: "authorized",
  CAPTURE: "captured",
  FORCE: "forced",
  CREDIT: "credited",
  STORE: "stored",
  REFUND: "refunded",
  REVERSAL: "voided",
  "SETTLE-BATCH": "closed",
};

function writeEnd(books: Books, attempt: Attempt): void {
  const transaction = books.transactions.get(attempt.id);
  if (transaction === undefined) throw new Error(`the model has lost ${attempt.id}`);
  const { outcome = "declined", hostAnswer, isVoid, type } = attempt;
  const isApproved = outcome === "approved";
  transaction.isApproved = isApproved;
  transaction.message = isApproved && type === "REVERSAL" ? "VOID" : attempt.message;
  transaction.state = isApproved ? (isVoid ? "voided" : ENDS[type]) : outcome;
  if (isApproved && hostAnswer.kind === "approved") transaction.cents = hostAnswer.cents;
  if (type === "SETTLE-BATCH") transaction.batchId = closeBatch(books);
}

/** The latest time after its start at which reconcile asks about a request. */
const LEASE = { minutes: 1 };

/** All unknown outcomes become known, except those of requests that may still be running. */
export function reconcile({ now }: PaymentModel, books: Books): Attempt[] {
  const asked = [...books.doubts].filter(
    ({ startedAt }) => Temporal.Instant.compare(startedAt.add(LEASE), now) <= 0,
  );
  for (const attempt of asked) conclude(books, attempt);
  return asked;
}

/** Reverses authorizations that were not captured in time, also at the host. */
export function lapse({ now }: PaymentModel, books: Books): Transaction[] {
  const lapsed = [...books.transactions.values()].filter(
    ({ state, startedAt }) => state === "authorized" && isPast(startedAt, AUTHORIZATION_HOURS, now),
  );
  for (const one of lapsed) {
    one.state = "reversed";
    const { id: transactionId, cents } = one;
    const told = { kind: "approved", isReversed: false } as const;
    books.orders.push({ transactionId, type: "REVERSAL", cents, ...told });
  }
  return lapsed;
}

const BATCHED: readonly State[] = ["sold", "forced", "captured", "credited", "refunded"];
const BATCH_ID_MAX = 9_999;

/** The batch id. Undefined: the batch was empty, and no id is used. */
export function closeBatch(books: Books): number | undefined {
  const open = [...books.transactions.values()].filter(
    ({ state, batchId }) => batchId === undefined && BATCHED.includes(state),
  );
  if (open.length === 0) return undefined;
  const batchId = (books.batches++ % BATCH_ID_MAX) + 1;
  for (const one of open) one.batchId = batchId;
  return batchId;
}
