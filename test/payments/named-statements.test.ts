/**
 * Statements of the payment path have a name, so PostgreSQL plans them once for each connection.
 * Planning costs more than running them.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { pay } from "../../src/core/payments/pay.ts";
import type { CardPayment, Change, TokenSource } from "../../src/core/payments/payment-request.ts";
import { restoreLostAttempts } from "../../src/core/payments/recovery/restore-lost.ts";
import { StatusStore } from "../../src/core/payments/status-store.ts";
import { BOOKS } from "../kit/accounts.ts";
import { aSale, openTestPayments, type TestPayments } from "../kit/payments.ts";

const UNSENT = { transactionId: undefined, idempotencyKey: undefined, details: {} };
const NO_RECEIPTS = { sendsCustomerReceipt: false, sendsMerchantReceipt: false };

interface SentQuery {
  readonly name?: string;
  readonly text?: string;
  readonly values?: readonly unknown[];
}

/** Returns statements with parameters that were sent without a name. */
function watchUnnamed(t: TestContext): readonly string[] {
  const unnamed: string[] = [];
  const { query } = pg.Client.prototype;
  t.mock.method(pg.Client.prototype, "query", function (this: pg.Client, ...sent: unknown[]) {
    const { name, text, values } = (sent[0] ?? {}) as SentQuery;
    if (name === undefined && text !== undefined && values?.length) unnamed.push(text);
    return Reflect.apply(query, this, sent);
  });
  return unnamed;
}

async function take({ needs }: TestPayments, request: CardPayment | Change): Promise<string> {
  const outcome = await pay(needs, BOOKS, request);
  assert.ok(outcome.kind === "answered", JSON.stringify(outcome));
  return outcome.answer.transactionId;
}

function aChange(type: Change["type"], originalId: string): Change {
  return { type, originalId, amount: 1_000, ...UNSENT, ...NO_RECEIPTS } as unknown as Change;
}

test("payments, repeats, captures, refunds and status are planned once", async (t) => {
  const payments = await openTestPayments(t);
  const status = new StatusStore({ db: payments.db, queueMax: 100 });
  const unnamed = watchUnnamed(t);
  const keyed = aSale({ idempotencyKey: "one" });
  const sale = await take(payments, keyed);
  await take(payments, keyed);
  const token = { kind: "token", tokenId: sale, expiration: undefined, verification: undefined };
  await take(payments, aSale({ source: token as TokenSource }));
  await take(payments, aChange("CAPTURE", await take(payments, aSale({ type: "AUTHORIZATION" }))));
  await take(payments, aChange("REFUND", sale));
  await status.findTransactionStatus(BOOKS.id, sale);
  assert.deepEqual(unnamed, []);
});

test("restoring lost payments is planned once", async (t) => {
  const payments = await openTestPayments(t);
  const sale = await take(payments, aSale());
  await take(payments, aChange("REFUND", sale));
  for (const table of ["transactions", "attempts", "vault"]) {
    await payments.database.owner.withClient((client) => client.query(`delete from ${table}`));
  }
  const unnamed = watchUnnamed(t);
  await restoreLostAttempts(payments.needs);
  assert.deepEqual(unnamed, []);
});
