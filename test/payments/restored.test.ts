/**
 * Answered payments whose commits a failover has lost. The process that took them stores them again
 * and asks the card host for their outcome.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, PaymentOutcome } from "../../src/core/payments/answer.ts";
import { RecentAttempts } from "../../src/core/payments/attempts/recent-attempts.ts";
import { pay } from "../../src/core/payments/pay.ts";
import type { BankPayment, CardPayment, Change } from "../../src/core/payments/payment-request.ts";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import { restoreLostAttempts } from "../../src/core/payments/recovery/restore-lost.ts";
import { StatusStore } from "../../src/core/payments/status-store.ts";
import { startRestoring } from "../../src/jobs/restore-lost.ts";
import type { Resolution } from "../../src/ports/processor.ts";
import type { Cents } from "../../src/values/money.ts";
import { Secret } from "../../src/values/secret.ts";
import { BOOKS } from "../kit/accounts.ts";
import { approve, aSale, openTestPayments, type TestPayments } from "../kit/payments.ts";
import { untilSomebodyWaits } from "../kit/waits.ts";

const NOTHING = { there: 0, restored: 0, reversing: 0, later: 0, given_up: 0 };
const UNSENT = { transactionId: undefined, idempotencyKey: undefined, details: {} };
const NO_RECEIPTS = { sendsCustomerReceipt: false, sendsMerchantReceipt: false };

const fail = (error: unknown) => {
  throw error;
};

function aChange(type: Change["type"], originalId: string, amount?: number): Change {
  return { type, originalId, amount, ...UNSENT, ...NO_RECEIPTS } as Change;
}

function answered(outcome: PaymentOutcome): Answer {
  assert.ok(outcome.kind === "answered", JSON.stringify(outcome));
  return outcome.answer;
}

async function take(
  payments: TestPayments,
  request: CardPayment | Change | BankPayment,
): Promise<Answer> {
  return answered(await pay(payments.needs, BOOKS, request));
}

/** Returns a function that loses every commit of the payment core after this moment. */
async function mark({ database }: TestPayments): Promise<() => Promise<void>> {
  const { owner } = database;
  const tables = ["transactions", "attempts", "open_attempts", "vault", "idempotency_keys"];
  const kept = [...tables, "duplicate_guards", "issued_ids", "outbox"];
  await owner.withClient(async (client) => {
    for (const table of kept) {
      await client.query(`drop table if exists kept_${table}`);
      await client.query(`create table kept_${table} as table ${table}`);
    }
  });
  return () =>
    owner.withClient(async (client) => {
      await client.query("begin");
      for (const table of kept) {
        await client.query(`delete from ${table}`);
        await client.query(
          `insert into ${table} ${table === "outbox" ? "overriding system value" : ""} table kept_${table}`,
        );
      }
      await client.query("commit");
    });
}

/** The host finds every order by its reference. */
function hostRemembers({ processor }: TestPayments): void {
  processor.resolution = (reference): Resolution => {
    const order = processor.submitted.find((each) => each.reference === reference);
    if (processor.reversed.includes(reference)) return { kind: "reversed" };
    return order === undefined ? { kind: "never_arrived" } : (approve(order) as Resolution);
  };
}

async function restore(payments: TestPayments) {
  hostRemembers(payments);
  const counts = await restoreLostAttempts(payments.needs);
  payments.clock.advance({ seconds: 1 });
  await reconcile(payments.needs, fail);
  return counts;
}

function standing({ processor }: TestPayments): readonly string[] {
  return processor.submitted
    .filter(({ reference }) => !processor.reversed.includes(reference))
    .map(({ transactionType, amount }) => `${transactionType} ${amount}`);
}

function statusOf({ db }: TestPayments, id: string) {
  return new StatusStore({ db, queueMax: 10 }).findTransactionStatus(BOOKS.id, id);
}

test("if nothing was lost, nothing changes", async (t) => {
  const payments = await openTestPayments(t);
  for (let place = 0; place < 300; place++) await take(payments, aSale());
  assert.deepEqual(await restore(payments), NOTHING);
  assert.equal(payments.processor.resolved.length, 0);
});

test("a lost approved sale is restored with its details, key and token", async (t) => {
  const payments = await openTestPayments(t);
  const lose = await mark(payments);
  const details = { firstName: "Zoë", customId: "order 7" };
  const sale = aSale({ idempotencyKey: "order 7", details });
  const { transactionId, authorizationCode } = await take(payments, sale);
  await lose();
  assert.equal(await statusOf(payments, transactionId), undefined);
  assert.deepEqual(await restore(payments), { ...NOTHING, restored: 1 });
  const [row] = await payments.db.rows`
    select id, state, amount_cents, first_name, custom_id, authorization_code from transactions`;
  assert.deepEqual(row, {
    id: transactionId,
    state: "sold",
    amount_cents: 1_000,
    first_name: "Zoë",
    custom_id: "order 7",
    authorization_code: authorizationCode,
  });
  const again = await pay(payments.needs, BOOKS, sale);
  assert.ok(again.kind === "answered" && again.isReplay);
  const token = { tokenId: transactionId, expiration: undefined, verification: undefined };
  await take(payments, aSale({ source: { kind: "token", ...token }, amount: 5 as Cents }));
  assert.deepEqual(standing(payments), ["SALE 1000", "SALE 5"]);
});

test("an issued id that the failover brought back is spent again", async (t) => {
  const payments = await openTestPayments(t);
  const { needs, db, clock } = payments;
  const transactionId = await needs.ids.next();
  await db.rows`insert into issued_ids values (${BOOKS.id}, ${transactionId}, ${clock.business()})`;
  const lose = await mark(payments);
  const sale = aSale({ transactionId });
  await take(payments, sale);
  await lose();
  assert.deepEqual(await restore(payments), { ...NOTHING, restored: 1 });
  const again = await pay(needs, BOOKS, sale);
  assert.ok(again.kind === "answered" && again.isReplay);
  assert.deepEqual(standing(payments), ["SALE 1000"]);
});

for (const by of ["id", "key"] as const) {
  test(`a request that was repeated by its ${by} before the loss was detected is charged once`, async (t) => {
    const payments = await openTestPayments(t);
    const { needs, db, clock } = payments;
    const transactionId = await needs.ids.next();
    await db.rows`
      insert into issued_ids values (${BOOKS.id}, ${transactionId}, ${clock.business()})`;
    const lose = await mark(payments);
    const sale = aSale(by === "id" ? { transactionId } : { idempotencyKey: "order 7" });
    const first = await take(payments, sale);
    await lose();
    const second = await take(payments, sale);
    assert.deepEqual(await restore(payments), { ...NOTHING, reversing: 1 });
    assert.deepEqual(standing(payments), ["SALE 1000"]);
    assert.equal((await statusOf(payments, second.transactionId))?.isApproved, true);
    if (by === "key") {
      assert.equal((await statusOf(payments, first.transactionId))?.message, "REVERSED");
    }
  });
}

test("a lost authorization and its lost capture are both restored", async (t) => {
  const payments = await openTestPayments(t);
  const lose = await mark(payments);
  const { transactionId } = await take(payments, aSale({ type: "AUTHORIZATION" }));
  await take(payments, aChange("CAPTURE", transactionId, 800));
  await lose();
  assert.deepEqual(await restore(payments), { ...NOTHING, restored: 1, later: 1 });
  assert.deepEqual(await restore(payments), { ...NOTHING, restored: 1 });
  const [row] = await payments.db.rows`select state, amount_cents from transactions`;
  assert.deepEqual(row, { state: "captured", amount_cents: 800 });
  assert.deepEqual(payments.processor.reversed, []);
});

test("a capture waits for another process to restore its authorization, and in the end is reversed", async (t) => {
  const payments = await openTestPayments(t);
  const { needs, db, clock, processor } = payments;
  const lose = await mark(payments);
  const other = { ...payments, needs: { ...needs, recent: new RecentAttempts() } };
  const { transactionId } = await take(other, aSale({ type: "AUTHORIZATION" }));
  await take(payments, aChange("CAPTURE", transactionId, 800));
  await lose();
  assert.deepEqual(await restore(payments), { ...NOTHING, later: 1 });
  assert.deepEqual(await restoreLostAttempts(needs, { isLast: true }), {
    ...NOTHING,
    reversing: 1,
  });
  // The other process comes late: the reversal of the capture does not block its id.
  assert.deepEqual(await restore(other), { ...NOTHING, restored: 1 });
  clock.advance({ seconds: 1 });
  await reconcile(needs, fail);
  assert.deepEqual(processor.reversedTypes, ["CAPTURE"]);
  const [row] = await db.rows`select state, amount_cents from transactions`;
  assert.deepEqual(row, { state: "authorized", amount_cents: 1_000 });
});

test("a lost refund is counted again on its sale, once", async (t) => {
  const payments = await openTestPayments(t);
  const { transactionId } = await take(payments, aSale());
  await payments.database.owner.rows`update transactions set batched_at = now(), batch_id = 1`;
  const lose = await mark(payments);
  const refund = await take(payments, aChange("REFUND", transactionId, 300));
  await lose();
  assert.deepEqual(await restore(payments), { ...NOTHING, restored: 1 });
  assert.deepEqual(await restore(payments), NOTHING);
  const [sale] = await payments.db.rows`
    select refunded_cents from transactions where id = ${transactionId}`;
  assert.deepEqual(sale, { refunded_cents: 300 });
  assert.equal((await statusOf(payments, refund.transactionId))?.message, "REFUND");
});

test("a lost void is restored", async (t) => {
  const payments = await openTestPayments(t);
  const { transactionId } = await take(payments, aSale());
  const lose = await mark(payments);
  await take(payments, aChange("REFUND", transactionId));
  await lose();
  assert.deepEqual(await restore(payments), { ...NOTHING, restored: 1 });
  const [sale] = await payments.db.rows`
    select state from transactions where id = ${transactionId}`;
  assert.deepEqual(sale, { state: "voided" });
});

test("a lost refund is reversed if its sale was refunded again meanwhile", async (t) => {
  const payments = await openTestPayments(t);
  const { transactionId } = await take(payments, aSale());
  await payments.database.owner.rows`update transactions set batched_at = now(), batch_id = 1`;
  const lose = await mark(payments);
  await take(payments, aChange("REFUND", transactionId, 700));
  await lose();
  await take(payments, aChange("REFUND", transactionId, 700));
  assert.deepEqual(await restore(payments), { ...NOTHING, reversing: 1 });
  assert.deepEqual(standing(payments), ["SALE 1000", "REFUND 700"]);
  const [sale] = await payments.db.rows`
    select refunded_cents from transactions where id = ${transactionId}`;
  assert.deepEqual(sale, { refunded_cents: 700 });
});

test("a key that is used again while its lost request is being restored belongs to the new payment", async (t) => {
  const payments = await openTestPayments(t);
  const { needs, database } = payments;
  const { transactionId } = await take(payments, aSale());
  await database.owner.rows`update transactions set batched_at = now(), batch_id = 1`;
  const lose = await mark(payments);
  const key = { idempotencyKey: "order 7" };
  await take(payments, { ...aChange("REFUND", transactionId, 300), ...key });
  await lose();
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = database.owner.atomically(async (db) => {
    await db.rows`select from transactions where account_id = ${BOOKS.id} for update`;
    locked.resolve();
    await released.promise;
  });
  await Promise.race([locked.promise, holding]);
  const restoring = restoreLostAttempts(needs);
  // It has found the key free, and waits for the sale to reserve its amount.
  await untilSomebodyWaits(database.owner);
  await take(payments, aSale({ ...key, amount: 500 as Cents }));
  released.resolve();
  await Promise.all([holding, assert.rejects(restoring, /duplicate key value/)]);
  assert.deepEqual(await restore(payments), { ...NOTHING, reversing: 1 });
  assert.deepEqual(standing(payments), ["SALE 1000", "SALE 500"]);
});

test("a second loss does not restore what was reversed after the first", async (t) => {
  const payments = await openTestPayments(t);
  const lose = await mark(payments);
  const sale = aSale({ idempotencyKey: "order 7" });
  const first = await take(payments, sale);
  await lose();
  const second = await take(payments, sale);
  assert.deepEqual(await restore(payments), { ...NOTHING, reversing: 1 });
  await lose();
  assert.deepEqual(await restore(payments), { ...NOTHING, reversing: 1, restored: 1 });
  assert.deepEqual(standing(payments), ["SALE 1000"]);
  assert.equal((await statusOf(payments, first.transactionId))?.message, "REVERSED");
  assert.equal((await statusOf(payments, second.transactionId))?.message, "APPROVED");
});

test("a payment that waits for the card host is left to its request", async (t) => {
  const payments = await openTestPayments(t);
  const { processor, needs } = payments;
  const lose = await mark(payments);
  processor.answer = async (order) => {
    await lose();
    assert.deepEqual(await restoreLostAttempts(needs), { ...NOTHING, there: 1 });
    return approve(order);
  };
  assert.equal((await pay(needs, BOOKS, aSale())).kind, "unknown");
  const there = { ...NOTHING, there: 1 };
  assert.deepEqual(await restoreLostAttempts(needs), there, "its reversal is written down");
  payments.clock.advance({ seconds: 1 });
  await reconcile(needs, fail);
  assert.deepEqual(standing(payments), []);
  assert.deepEqual(await restoreLostAttempts(needs), there, "and stays so when it is done");
  assert.equal(processor.reversed.length, 1);
});

test("a lost ACH payment is NOT BATCHED, and no file includes it", async (t) => {
  const payments = await openTestPayments(t);
  const lose = await mark(payments);
  const sent = {
    routingNumber: "021000021",
    accountNumber: new Secret("12345678"),
    accountType: "checking",
  };
  const bank = { sent, accountType: "checking", secCode: undefined, tokenId: undefined };
  const entry = {
    type: "SALE",
    amount: 500,
    bank: { ...bank, validates: undefined },
    ...UNSENT,
    ...NO_RECEIPTS,
    details: { firstName: "Jim", lastName: "Smith" },
  } as unknown as BankPayment;
  const { transactionId, message } = await take(payments, entry);
  assert.equal(message, "PENDING");
  await lose();
  assert.deepEqual(await restore(payments), { ...NOTHING, restored: 1 });
  const status = await statusOf(payments, transactionId);
  assert.deepEqual([status?.message, status?.isApproved], ["NOT BATCHED", false]);
});

test("attempts older than an hour are not restored", async (t) => {
  const payments = await openTestPayments(t);
  const lose = await mark(payments);
  await take(payments, aSale());
  await lose();
  payments.clock.advance({ hours: 1, seconds: 1 });
  assert.deepEqual(await restore(payments), NOTHING);
});

test("the check runs after every lost connection and is repeated until the database is back", async (t) => {
  const payments = await openTestPayments(t);
  const { needs, db, database } = payments;
  const lose = await mark(payments);
  const { transactionId } = await take(payments, aSale());
  const told = Promise.withResolvers<unknown>();
  const end = startRestoring({
    payments: needs,
    connectionLosses: () => db.losses,
    onLoss: told.resolve,
  });
  await lose();
  await database.owner.rows`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  assert.deepEqual(await told.promise, { ...NOTHING, restored: 1 });
  await end();
  assert.equal((await statusOf(payments, transactionId))?.message, "IN PROGRESS");
});

test("a lost payment holds its guard against duplicates again", async (t) => {
  const payments = await openTestPayments(t);
  const guarded = { ...BOOKS, duplicateMinutes: 5 };
  const lose = await mark(payments);
  const { transactionId } = answered(await pay(payments.needs, guarded, aSale()));
  await lose();
  await restore(payments);
  const again = await pay(payments.needs, guarded, { ...aSale(), idempotencyKey: undefined });
  assert.deepEqual(again, { kind: "refused", why: "duplicate", firstTransactionId: transactionId });
});

test("a lost payment counts beside a duplicate that was accepted meanwhile", async (t) => {
  const payments = await openTestPayments(t);
  const guarded = { ...BOOKS, duplicateMinutes: 5 };
  const sale = () => ({ ...aSale(), idempotencyKey: undefined });
  const lose = await mark(payments);
  const { transactionId } = answered(await pay(payments.needs, guarded, aSale()));
  await lose();
  const { transactionId: second } = answered(await pay(payments.needs, guarded, sale()));
  await restore(payments);
  const reversal = { ...sale(), type: "REVERSAL", originalId: second, amount: undefined } as const;
  answered(await pay(payments.needs, guarded, { ...reversal, tender: undefined }));
  const again = await pay(payments.needs, guarded, sale());
  assert.deepEqual(again, { kind: "refused", why: "duplicate", firstTransactionId: transactionId });
});
