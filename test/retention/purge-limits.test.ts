/** A wrong clock must not purge: clocks are compared, and unusual amounts need an approval. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { DatabaseClock } from "../../src/adapters/database-clock.ts";
import { ensureMonths } from "../../src/core/payments/ids/partition-store.ts";
import { allowPurge } from "../../src/core/retention/allow-purge.ts";
import { isWithinAllowance, MONTHS, unusualPurge } from "../../src/core/retention/purge-limits.ts";
import { PurgeStore } from "../../src/core/retention/purge-store.ts";
import { purgeBusiness, purgeWall } from "../../src/core/retention/retention.ts";
import type { PurgeNeeds } from "../../src/core/retention/run-purge.ts";
import { isBeyondLimit } from "../../src/ports/clock-comparison.ts";
import { monthNumber, transactionId } from "../../src/values/transaction-id.ts";
import { StandingClock } from "../kit/clock.ts";
import { openTestCustody } from "../kit/custody.ts";
import { openDatabase, type TestDatabase } from "../kit/database.ts";
import { clocksApart, purgeNeeds, strictPurgeNeeds } from "../kit/purges.ts";
import { testConfig } from "../kit/test-config.ts";

const { retention } = testConfig();
const NOW = Temporal.Instant.from("2026-11-15T03:00:00Z");
const DAYS_620 = { hours: 24 * 620 } as const;

/** A transaction in each of the last months, and tokens. */
async function aFullDatabase(t: TestContext, tokens = 1_500): Promise<TestDatabase> {
  const database = await openDatabase(t);
  const { owner } = database;
  const month = monthNumber(NOW);
  const months = Array.from({ length: 19 }, (_, ago) => month - ago);
  await ensureMonths(owner, months);
  for (const one of months) {
    await owner.rows`
      insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
        is_approved, authorized_at, amount_cents, request_amount_cents, currency, message)
      values (1, ${transactionId(one, 7)}, gen_random_uuid(), 'SALE', 'CARD', 'sold', true,
        ${NOW}, 100, 100, 'USD', 'APPROVED')`;
  }
  await owner.rows`
    insert into vault (account_id, token_id, kind, sealed, created_at, used_at)
    select 1, n, 'card', '', ${NOW}::timestamptz - n * interval '1 day' / ${tokens} * 1000,
      ${NOW}::timestamptz - n * interval '1 day' / ${tokens} * 1000
    from generate_series(1, ${tokens}::int) n`;
  return database;
}

async function kept({ owner }: TestDatabase) {
  const [row] = await owner.rows<{ transactions: number; tokens: number }>`
    select (select count(*)::int from transactions) as transactions,
      (select count(*)::int from vault) as tokens`;
  return row;
}

test("a worker whose clock is 620 days ahead of the database's purges nothing", async (t) => {
  const database = await aFullDatabase(t);
  const needs = purgeNeeds(database.owner, {
    clocks: new DatabaseClock({
      db: database.owner,
      limitMs: 30_000,
      clock: { wall: () => Temporal.Now.instant().add(DAYS_620) },
    }),
  });
  const before = await kept(database);
  await assert.rejects(
    purgeBusiness(needs, retention, NOW.add(DAYS_620)),
    /This machine's clock is 620 days ahead of the database's clock. At most 30 s are allowed/,
  );
  assert.deepEqual(await kept(database), before);
  const custody = await openTestCustody(database.owner);
  const clock = new StandingClock(NOW.add(DAYS_620).toString());
  await assert.rejects(purgeWall({ ...needs, custody, clock }, retention), /620 days ahead/);
  custody.close();
});

test("with both clocks 620 days ahead, a purge is held until an operator approves it once", async (t) => {
  const database = await aFullDatabase(t);
  const { owner } = database;
  const before = await kept(database);
  const needs = strictPurgeNeeds(owner);
  assert.match(await purgeBusiness(needs, retention, NOW), /nothing to remove/);
  const at = NOW.add(DAYS_620);
  const purge = (moment = at) => purgeBusiness(needs, retention, moment);
  await assert.rejects(purge(), /On hold because \d+ months of transactions cover \d+ days/);
  await assert.rejects(purge(), /approve it once with: purge allow "purge"/);
  assert.deepEqual(await kept(database), before, "nothing was removed");
  const [held] = await new PurgeStore(owner).listHeld();
  assert.deepEqual([held?.work, held?.counts[MONTHS]], ["purge", 19]);
  assert.equal(`${held?.upTo}`, `${at}`);
  const by = { actor: { kind: "operator", id: "1", name: "ada" } } as const;
  const allowed = await allowPurge(owner, { work: "purge" }, by);
  assert.deepEqual(allowed?.counts, held?.counts);
  assert.match(await purge(), /removed 19 months of transactions/);
  assert.deepEqual(await new PurgeStore(owner).listHeld(), []);
  const [act] = await owner.rows<{ action: string; actor_name: string; after: { counts: object } }>`
    select action, actor_name, after from audit_entries`;
  assert.deepEqual([act?.action, act?.actor_name], ["purge.allow", "ada"]);
  assert.deepEqual(act?.after.counts, held?.counts);
  assert.equal(await allowPurge(owner, { work: "purge" }, by), undefined, "nothing waits any more");
});

test("in certification, moving the clock two years ahead purges without approval", async (t) => {
  const database = await aFullDatabase(t);
  const said = await purgeBusiness(purgeNeeds(database.owner), retention, NOW.add(DAYS_620));
  assert.match(said, /removed 19 months of transactions/);
});

test("one month of transactions is removed without approval if purges run regularly", async (t) => {
  const database = await aFullDatabase(t, 10);
  const needs = strictPurgeNeeds(database.owner);
  for (let day = 0; day < 80; day++) {
    await purgeBusiness(needs, retention, NOW.add({ hours: 24 * day }));
  }
  assert.equal((await kept(database))?.transactions, 17);
});

test("records without value are removed even while a purge is held", async (t) => {
  const { owner } = await openDatabase(t);
  const clock = new StandingClock(NOW.toString());
  await owner.rows`
    insert into parser_journal (message_id, called_at, is_success, took_ms)
    select '12024010112000' || lpad(n::text, 11, '0'), '2024-01-01T12:00:00Z', true, 1
    from generate_series(1, 2000) n`;
  await owner.rows`
    insert into parser_nonces (digest, used_at) values ('\\x00', ${NOW}::timestamptz - interval '1 day')`;
  const custody = await openTestCustody(owner);
  const needs = { ...strictPurgeNeeds(owner), custody, clock };
  await assert.rejects(purgeWall(needs, retention), /On hold because 2000 parser calls/);
  custody.close();
  assert.equal((await owner.rows`select from parser_journal`).length, 2_000);
  assert.equal((await owner.rows`select from parser_nonces`).length, 0);
});

test("a step that fails does not stop the other steps", async (t) => {
  const { owner } = await openDatabase(t);
  await owner.rows`
    insert into issued_ids (account_id, id, issued_at) values (1, 1, '2026-01-01T00:00:00Z')`;
  await owner.rows`alter table vault rename column used_at to used_then`;
  await assert.rejects(purgeBusiness(purgeNeeds(owner), retention, NOW), /used_at/);
  assert.equal((await owner.rows`select from issued_ids`).length, 0);
});

test("a day of records, one month, few records and a week of downtime are usual", () => {
  const at = NOW;
  const day = { what: "tokens", count: 90_000, spanDays: 1 };
  const none = { doneUpTo: undefined };
  assert.equal(unusualPurge([day], at, none), undefined);
  assert.equal(unusualPurge([{ ...day, spanDays: 7 }], at, none), undefined);
  assert.match(unusualPurge([{ ...day, spanDays: 8 }], at, none) ?? "", /90000 tokens cover 8/);
  assert.equal(unusualPurge([{ ...day, count: 999, spanDays: 900 }], at, none), undefined);
  const months = (count: number) => [{ what: MONTHS, count, spanDays: count * 31 }];
  assert.equal(unusualPurge(months(1), at, none), undefined);
  assert.match(unusualPurge(months(2), at, none) ?? "", /2 months/);
  const doneUpTo = at.subtract({ hours: 24 * 8 });
  assert.match(unusualPurge(months(1), at, { doneUpTo }) ?? "", /8 days earlier/);
  assert.equal(unusualPurge([], at, { doneUpTo }), undefined, "there is nothing to lose");
});

test("an approval covers what was shown, and a little more", () => {
  const allowed = { upTo: NOW, counts: { tokens: 5_000, [MONTHS]: 3 } };
  const plan = (count: number, months: number) => [
    { what: "tokens", count, spanDays: 90 },
    { what: MONTHS, count: months, spanDays: 90 },
  ];
  assert.equal(isWithinAllowance(plan(5_100, 3), NOW.add({ hours: 24 }), allowed), true);
  assert.equal(isWithinAllowance(plan(20_000, 3), NOW, allowed), false);
  assert.equal(isWithinAllowance(plan(5_000, 5), NOW, allowed), false);
  assert.equal(isWithinAllowance(plan(5_000, 3), NOW.add({ hours: 24 * 8 }), allowed), false);
});

test("the database's clock is compared at the middle of the round trip", async (t) => {
  const { owner } = await openDatabase(t);
  const skewOf = async (wall: () => Temporal.Instant) =>
    new DatabaseClock({ db: owner, limitMs: 30_000, clock: { wall } }).compare();
  const right = await skewOf(() => Temporal.Now.instant());
  assert.ok(Math.abs(right.skewMs) <= right.uncertaintyMs + 50, `${right.skewMs} ms`);
  const behind = await skewOf(() => Temporal.Now.instant().subtract({ minutes: 5 }));
  assert.ok(Math.abs(behind.skewMs + 300_000) <= behind.uncertaintyMs + 50);
  assert.equal(isBeyondLimit({ skewMs: 31_000, uncertaintyMs: 2_000 }, 30_000), false);
  assert.equal(isBeyondLimit({ skewMs: -33_000, uncertaintyMs: 2_000 }, 30_000), true);
});

test("a purge refuses clocks that differ by more than the limit either way", async (t) => {
  const { owner } = await openDatabase(t);
  for (const [skewMs, isRefused] of [
    [29_000, false],
    [-29_000, false],
    [32_000, true],
    [-32_000, true],
  ] as const) {
    const needs: PurgeNeeds = purgeNeeds(owner, { clocks: clocksApart(skewMs) });
    const purging = purgeBusiness(needs, retention, NOW);
    await (isRefused ? assert.rejects(purging, /machine's clock/) : purging);
  }
});
