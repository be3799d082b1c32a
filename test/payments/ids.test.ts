/** Transaction ids are unique in the whole installation, also when the counter was set back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { IdSource } from "../../src/core/payments/ids/id-source.ts";
import { IdStore } from "../../src/core/payments/ids/id-store.ts";
import { pay } from "../../src/core/payments/pay.ts";
import { readMigrations } from "../../src/db/migrate.ts";
import { monthNumber, transactionId } from "../../src/values/transaction-id.ts";
import { BOOKS } from "../kit/accounts.ts";
import { ACCOUNT, CARD, openTestApp, post } from "../kit/app.ts";
import { openDatabase, openSeededDatabase, poolOf } from "../kit/database.ts";
import { aSale, openTestPayments, type TestPayments } from "../kit/payments.ts";

const OTHER = { account_id: "120000000004", api_accesskey: "4".repeat(32) };
const SALE = { ...CARD, transaction_type: "SALE", transaction_amount: "5.00" };

function anotherProcess({ db, clock }: TestPayments): IdSource {
  return new IdSource({ counters: new IdStore(db), clock, connectionLosses: () => db.losses });
}

function counterOf(id: string): number {
  return Number(id.slice(3));
}

test("no two accounts get the same id, from any process", async (t) => {
  const payments = await openTestPayments(t);
  const sources = [payments.needs.ids, anotherProcess(payments), anotherProcess(payments)];
  const given = await Promise.all(
    sources.flatMap((one) => Array.from({ length: 700 }, () => one.next())),
  );
  assert.equal(new Set(given).size, given.length);
  assert.equal(
    Math.min(...given.map(counterOf)),
    1,
    "the first id of a new installation ends in 1",
  );
});

test("a token of another account is 20006, and an id issued to another account 20007", async (t) => {
  const app = await openTestApp(t);
  const send = async (form: Record<string, string>) =>
    (await post(app.server, "/api/qsapi/3.8", { ...form, response_format: "JSON" })).json();
  const mine = await send({ ...ACCOUNT, ...SALE });
  const theirs = await send({ ...OTHER, ...SALE });
  assert.notEqual(mine.transaction_id, theirs.transaction_id);
  const refund = { ...ACCOUNT, transaction_type: "REFUND", transaction_amount: "5.00" };
  const byToken = await send({ ...refund, token_id: theirs.transaction_id });
  assert.equal(byToken.error_code, 20_006);
  const asked = { ...ACCOUNT, action: "GET_TRANSACTION_ID", response_format: "JSON" };
  const { transaction_id: issued } = (await post(app.server, "/api/tsapi/3.8", asked)).json();
  const byId = await send({ ...OTHER, ...SALE, transaction_id: issued });
  assert.equal(byId.error_code, 20_007);
  const own = await send({ ...ACCOUNT, ...SALE, transaction_id: issued });
  assert.equal(own.transaction_approved, true, "the attempt of another account spends nothing");
});

test("after a failover the counter skips the ids of lost blocks", async (t) => {
  const payments = await openTestPayments(t);
  const before = await anotherProcess(payments).next();
  // As on the new primary: an older counter, from another server.
  await payments.database.owner.rows`
    update month_counters set next_counter = 1, server_started_at = '2026-01-01'`;
  const after = await anotherProcess(payments).next();
  assert.ok(counterOf(after) > counterOf(before) + 900_000, after);
  const next = await anotherProcess(payments).next();
  assert.ok(counterOf(next) < counterOf(after) + 5_000, "a server skips once");
});

test("a month whose first block was lost in a failover does not begin at 1 again", async (t) => {
  const payments = await openTestPayments(t);
  await payments.needs.ids.next();
  await payments.database.owner.rows`
    update month_counters set month = month - 1, server_started_at = '2026-01-01'`;
  assert.ok(counterOf(await anotherProcess(payments).next()) > 900_000);
});

test("a new month on the same server begins at 1", async (t) => {
  const payments = await openTestPayments(t);
  await payments.needs.ids.next();
  await payments.database.owner.rows`update month_counters set month = month - 1`;
  assert.equal(counterOf(await anotherProcess(payments).next()), 1);
});

for (const where of ["transaction", "attempt", "open attempt", "issued id"] as const) {
  test(`the id of an existing ${where} is never issued, whatever the counter is`, async (t) => {
    const payments = await openTestPayments(t);
    const { needs, database, clock, processor } = payments;
    const { owner } = database;
    await needs.ids.next();
    const month = monthNumber(clock.business());
    const existing = transactionId(month, 777_777);
    await owner.rows`insert into issued_ids values (${BOOKS.id}, ${existing}, ${clock.business()})`;
    if (where === "open attempt") processor.answer = () => ({ kind: "unknown" });
    if (where !== "issued id") await pay(needs, BOOKS, aSale({ transactionId: existing }));
    if (where === "attempt") await owner.rows`delete from transactions`;
    if (where === "transaction") await owner.rows`delete from attempts`;
    // The row is lost, on the same server.
    await owner.rows`delete from month_counters`;
    assert.equal(counterOf(await anotherProcess(payments).next()), 777_778);
  });
}

test("a process that loses a connection drops its block of ids", async (t) => {
  const payments = await openTestPayments(t);
  const { needs, db, database } = payments;
  const first = counterOf(await needs.ids.next());
  const losses = db.losses;
  await database.owner.rows`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  while (db.losses === losses) await new Promise((resolve) => setTimeout(resolve, 5));
  const next = counterOf(await needs.ids.next());
  assert.ok(next >= first + 10, `${next} is of the block that was dropped`);
});

test("a broken connection counts as a loss; a refused statement does not", async (t) => {
  const { url } = await openSeededDatabase(t);
  const pool = poolOf(url);
  t.after(() => pool.close());
  await assert.rejects(pool.rows`select from nowhere`);
  assert.equal(pool.losses, 0);
  await assert.rejects(pool.rows`select pg_terminate_backend(pg_backend_pid())`);
  assert.ok(pool.losses > 0);
});

test("what a coordinator reports of a worker is no loss of its own connection", async (t) => {
  const { url } = await openSeededDatabase(t);
  const pool = poolOf(url);
  t.after(() => pool.close());
  // As Citus reports a worker that it cannot reach.
  await assert.rejects(pool.rows`do $$ begin raise sqlstate '08006'; end $$`);
  assert.deepEqual([pool.losses, pool.lossesOfAnyNode], [0, 1]);
});

test("the installation's counter begins above the earlier counters of all accounts", async (t) => {
  const { owner } = await openDatabase(t);
  const migration = (await readMigrations()).find(({ name }) => name.includes("one_counter"));
  assert.ok(migration);
  await owner.rows`drop table month_counters`;
  await owner.rows`create table id_counters (account_id bigint, month smallint, next_counter bigint)`;
  await owner.rows`insert into id_counters values (1, 323, 51), (2, 323, 1011), (2, 322, 7)`;
  await owner.withClient((client) => client.query(migration.text));
  assert.deepEqual(
    await owner.rows`select month, next_counter from month_counters order by month`,
    [
      { month: 322, next_counter: "7" },
      { month: 323, next_counter: "1011" },
    ],
  );
});
