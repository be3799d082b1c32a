/** Retention times of all records. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { dropMonthsBefore, ensureMonths } from "../../src/core/payments/ids/partition-store.ts";
import { purgeBusiness, purgeWall } from "../../src/core/retention/retention.ts";
import { Sql } from "../../src/db/sql.ts";
import { monthNumber } from "../../src/values/transaction-id.ts";
import { StandingClock } from "../kit/clock.ts";
import { TEST_CLUSTER } from "../kit/cluster.ts";
import { openTestCustody } from "../kit/custody.ts";
import { openDatabase, openSeededDatabase, type TestDatabase } from "../kit/database.ts";
import { purgeNeeds, RETENTION } from "../kit/purges.ts";

const NOW = Temporal.Instant.from("2026-11-15T12:00:00Z");

async function months({ owner }: TestDatabase): Promise<number[]> {
  const rows = await owner.rows<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'transactions'::regclass order by 1`;
  return rows.map(({ name }) => Number(name.slice(-3)));
}

async function anOldDatabase(t: TestContext): Promise<TestDatabase> {
  const database = await openDatabase(t);
  const month = monthNumber(NOW);
  const old = Array.from({ length: 24 }, (_, index) => month - index);
  await ensureMonths(database.owner, old);
  return database;
}

test("transactions are kept for 18 months and removed by whole months", async (t) => {
  const database = await anOldDatabase(t);
  await purgeBusiness(purgeNeeds(database.owner), RETENTION, NOW);
  // 2026-11-15 less 18 months lies in May 2025; an id of April could be spent until 30 May.
  const april2025 = monthNumber(Temporal.Instant.from("2025-04-15T12:00:00Z"));
  assert.equal((await months(database))[0], april2025);
  assert.match(
    await purgeBusiness(purgeNeeds(database.owner), RETENTION, NOW),
    /nothing to remove/,
  );
});

test("an interrupted purge is completed by the next one", async (t) => {
  const database = await anOldDatabase(t);
  const { owner } = database;
  const oldest = (await months(database))[0] ?? 0;
  const how = new Sql([TEST_CLUSTER === undefined ? "concurrently" : ""], []);
  await owner.rows`alter table transactions detach partition transactions_300 ${how}`;
  assert.equal(oldest, 300);
  const gone = await dropMonthsBefore(owner, 302);
  assert.deepEqual(gone, ["attempts_300", "attempts_301", "transactions_300", "transactions_301"]);
  const [left] = await owner.rows<{ name: string | null }>`
    select to_regclass('transactions_300')::text as name`;
  assert.equal(left?.name, null);
});

test("a month is dropped while a report reads another, and payments do not wait", async (t) => {
  const { owner, payments, app } = await anOldDatabase(t);
  const [reading, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const report = app.atomically(async (db) => {
    await db.rows`select count(*) from transactions where id >= 323000000000`;
    reading.resolve();
    await release.promise;
  });
  await reading.promise;
  const dropping = dropMonthsBefore(owner, 301);
  const found = await payments.rows`
    select from transactions where account_id = 1 and id = 323000000001`;
  assert.equal(found.length, 0);
  release.resolve();
  await report;
  assert.equal((await dropping).length, 2);
});

test("tokens are kept for 36 months after their last use, unused ids for 30 days", async (t) => {
  const { owner } = await openDatabase(t);
  for (const [id, age] of [
    [1, "35 months"],
    [2, "37 months"],
  ] as const) {
    await owner.rows`
      insert into vault (account_id, token_id, kind, sealed, created_at, used_at)
      values (1, ${id}, 'card', '', '2000-01-01', ${NOW}::timestamptz - ${age}::interval)`;
  }
  for (const [id, age] of [
    [1, "29 days"],
    [2, "31 days"],
  ] as const) {
    await owner.rows`
      insert into issued_ids (account_id, id, issued_at)
      values (1, ${id}, ${NOW}::timestamptz - ${age}::interval)`;
  }
  await purgeBusiness(purgeNeeds(owner), RETENTION, NOW);
  assert.deepEqual(await owner.rows`select token_id from vault`, [{ token_id: "1" }]);
  assert.deepEqual(await owner.rows`select id from issued_ids`, [{ id: "1" }]);
});

test("the request log is kept 7 days, webhook attempts 30, sessions 30 since their last use, approvals 12 months", async (t) => {
  const { owner } = await openSeededDatabase(t);
  await owner.rows`
    insert into approvals (kind, account_id, subject, details, state, requested_by, requested_at,
      expires_at)
    select 'credit', 120000000001, age::bytea, '{}', 'requested', age, ${NOW}::timestamptz,
      ${NOW}::timestamptz - age::interval
    from unnest(array['11 months', '13 months']) age`;
  const ages = ["6 days", "8 days", "29 days", "31 days"];
  for (const [index, age] of ages.entries()) {
    await owner.rows`
      insert into request_log (request_id, received_at, took_ms, interface_name, method, path, status,
        address, request, answer)
      values (gen_random_uuid(), ${NOW}::timestamptz - ${age}::interval, 1, '', '', ${age}, 200,
        '', '', '')`;
    await owner.rows`
      insert into delivery_attempts (account_id, outbox_id, attempted_at, duration_ms, outcome)
      values (1, ${index}, ${NOW}::timestamptz - ${age}::interval, 1, ${age})`;
    await owner.rows`
      insert into pos_sessions (token_digest, account_id, user_id, created_at, used_at)
      select ${Buffer.from(age)}, account_id, id, now(), ${NOW}::timestamptz - ${age}::interval
      from pos_users limit 1`;
  }
  const custody = await openTestCustody(owner);
  await purgeWall(
    { ...purgeNeeds(owner), custody, clock: new StandingClock(NOW.toString()) },
    RETENTION,
  );
  custody.close();
  assert.deepEqual(await owner.rows`select requested_by as age from approvals`, [
    { age: "11 months" },
  ]);
  const kept = async (rows: Promise<{ age: string }[]>) => (await rows).map(({ age }) => age);
  assert.deepEqual(await kept(owner.rows`select path as age from request_log`), ["6 days"]);
  const within30 = ["6 days", "8 days", "29 days"];
  assert.deepEqual(
    await kept(owner.rows`select outcome as age from delivery_attempts order by outbox_id`),
    within30,
  );
  assert.equal((await owner.rows`select from pos_sessions`).length, 3);
});

test("sales are removed with photos and search terms after 18 months, their keys after 30 days", async (t) => {
  const { owner } = await openSeededDatabase(t);
  const account = "120000000001";
  for (const [id, at] of [
    [1, "2025-05-15T11:59:59Z"],
    [2, "2025-05-15T12:00:01Z"],
  ] as const) {
    await owner.rows`
      insert into pos_sales (account_id, id, user_id, cashier, status, subtotal_cents,
        discount_cents, tax_cents, tip_cents, total_cents, currency, taxes, created_at, updated_at)
      overriding system value
      values (${account}, ${id}, 1, 'c', 'completed', 1, 0, 0, 0, 1, 'USD', '[]', ${at}, ${at})`;
    await owner.rows`
      insert into pos_photos (account_id, id, media_type, content, created_at)
      overriding system value values (${account}, ${id}, 'image/png', '\\x00', ${at})`;
    await owner.rows`
      insert into pos_sale_lines (account_id, sale_id, name, price_cents, quantity, photo_id,
        tax_rate_ids, share_cents, created_at)
      values (${account}, ${id}, 'x', 1, 1, ${id}, '{}', 1, ${at})`;
    await owner.rows`
      insert into pos_terms (account_id, id, term) overriding system value
      values (${account}, ${id}, ${`term ${id}`})`;
    await owner.rows`
      insert into pos_sale_terms (account_id, term_id, created_at, sale_id)
      values (${account}, ${id}, ${at}, ${id})`;
    await owner.rows`
      insert into pos_keys (account_id, digest, fingerprint, sale_id, created_at)
      values (${account}, ${Buffer.from([id])}, '\\x00', ${id}, ${at})`;
  }
  await purgeBusiness(purgeNeeds(owner), RETENTION, NOW);
  const [left] = await owner.rows<Record<string, string>>`
    select (select string_agg(id::text, ',') from pos_sales) as sales,
      (select string_agg(id::text, ',') from pos_photos) as photos,
      (select string_agg(sale_id::text, ',') from pos_sale_lines) as lines,
      (select string_agg(id::text, ',') from pos_terms) as terms,
      (select count(*)::text from pos_keys) as keys`;
  assert.deepEqual(left, { sales: "2", photos: "2", lines: "2", terms: "2", keys: "0" });
});

test("the parser's journal is kept 13 months, used nonces 30 minutes", async (t) => {
  const { owner } = await openDatabase(t);
  const ids = ["2025101511595912", "2025101512000034", "2026111511595956"].map(
    (moment) => `1${moment.padEnd(24, "0")}`,
  );
  for (const id of ids) {
    await owner.rows`
      insert into parser_journal (message_id, called_at, is_success, took_ms)
      values (${id}, ${NOW}, true, 1)`;
  }
  for (const age of ["29 minutes", "30 minutes"]) {
    await owner.rows`
      insert into parser_nonces (digest, used_at)
      values (${Buffer.from(age)}, ${NOW}::timestamptz - ${age}::interval)`;
  }
  const custody = await openTestCustody(owner);
  const said = await purgeWall(
    { ...purgeNeeds(owner), custody, clock: new StandingClock(NOW.toString()) },
    RETENTION,
  );
  custody.close();
  assert.match(said, /1 parser nonces, 1 parser calls/);
  const left = await owner.rows<{ message_id: string }>`
    select message_id from parser_journal order by 1`;
  assert.deepEqual(
    left.map(({ message_id }) => message_id),
    ids.slice(1),
  );
  const nonces = await owner.rows<{ digest: Uint8Array }>`select digest from parser_nonces`;
  assert.deepEqual(
    nonces.map(({ digest }) => String(digest)),
    ["29 minutes"],
  );
});

test("guards against duplicates are removed a week after they expired", async (t) => {
  const { owner } = await openSeededDatabase(t);
  for (const age of ["-1 minute", "6 days", "8 days"]) {
    await owner.rows`
      insert into duplicate_guards (account_id, digest, attempt_id, transaction_id, expires_at)
      values (1, ${Buffer.from(age)}, gen_random_uuid(), 1, ${NOW}::timestamptz - ${age}::interval)`;
  }
  await purgeBusiness(purgeNeeds(owner), RETENTION, NOW);
  const kept = await owner.rows<{ digest: Buffer }>`
    select digest from duplicate_guards order by expires_at`;
  assert.deepEqual(
    kept.map(({ digest }) => Buffer.from(digest).toString()),
    ["6 days", "-1 minute"],
  );
});
