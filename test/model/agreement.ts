/** Compares the model with the stored records after every step. */
import assert from "node:assert/strict";
import { type Answer, type Environment, requestStatus } from "./environment.ts";
import { answerFields, expectedRecord, type Fields, orderLine, statusFields } from "./expected.ts";
import type { Attempt, Books, PaymentModel } from "./payment-model.ts";
import { type Records, readRecords } from "./records.ts";

export async function agreeOnAll(model: PaymentModel, env: Environment): Promise<void> {
  const records = await readRecords(env, model.books);
  model.books.forEach((books, place) => {
    agreeOnRecords(books, records[place]);
  });
}

function agreeOnRecords(books: Books, records: Records | undefined): void {
  assert.ok(records !== undefined);
  adoptWords(books, records);
  const known = [...books.transactions.values()].filter(({ state }) => state !== "unknown");
  assert.deepEqual(records.transactions, inOrder(known.map(expectedRecord)), "transactions");
  const doubts = [...books.doubts].map(({ id }) => id).sort();
  assert.deepEqual(records.open, doubts, "open attempts");
  const orders = books.orders.map(orderLine).sort();
  assert.deepEqual([...records.orders].sort(), orders, "orders at the card host");
  assert.deepEqual(records.issued, [...books.issued.keys()].sort(), "unused ids");
}

function inOrder(records: readonly Fields[]): readonly Fields[] {
  return records.toSorted((one, other) => (String(one["id"]) < String(other["id"]) ? -1 : 1));
}

/** If the contract does not fix the text of a decline, the first text must stay the same. */
function adoptWords(books: Books, { transactions }: Records): void {
  for (const { id, message } of transactions) {
    const known = books.transactions.get(String(id));
    if (known?.state !== "declined" || known.message !== undefined) continue;
    assert.ok(typeof message === "string" && message !== "", `${id} was declined for a reason`);
    known.message = message;
  }
}

export async function agreeOnStatus(books: Books, env: Environment, id: string): Promise<void> {
  const status = await requestStatus(env, books.terms, id);
  assert.deepEqual(status, statusFields(books, id), `status of ${id}`);
}

/** The answer to an accepted request, or to an earlier one again. */
export function agreeOnAnswer(books: Books, attempt: Attempt, { fields }: Answer): void {
  const expected = answerFields(books, attempt);
  const isKnown = attempt.outcome === "approved" || attempt.outcome === "declined";
  assert.deepEqual(isKnown ? picked(fields, Object.keys(expected)) : fields, expected);
  if (attempt.outcome === "approved") agreeOnShape(attempt, fields);
  if (attempt.outcome === "declined") hearWords(books, attempt, fields);
}

function picked(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

function agreeOnShape({ type, original }: Attempt, fields: Fields): void {
  assert.match(String(fields["transaction_id"]), /^\d{12}$/);
  const [first] = Object.keys(fields);
  const namesOriginal = original !== undefined && type !== "CAPTURE";
  assert.equal(first, namesOriginal ? "original_transaction_id" : "transaction_id");
}

/** The stored record must agree. */
function hearWords(books: Books, attempt: Attempt, fields: Fields): void {
  const transaction = books.transactions.get(attempt.id);
  const heard = String(fields["authorization_message"]);
  if (transaction?.state === "declined") {
    transaction.message ??= heard;
    assert.equal(heard, transaction.message, "a decline has the text of its record");
  }
  attempt.message ??= heard;
}
