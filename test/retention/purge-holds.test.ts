/** A purge is held only for records that it would remove. Records in use are kept. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { purgeAch } from "../../src/core/ach/purge.ts";
import { recordAct } from "../../src/core/audit/act.ts";
import { Chainer } from "../../src/core/audit/chainer.ts";
import { PurgeStore } from "../../src/core/retention/purge-store.ts";
import { purgeWall } from "../../src/core/retention/retention.ts";
import { StandingClock } from "../kit/clock.ts";
import { openTestCustody } from "../kit/custody.ts";
import { openDatabase } from "../kit/database.ts";
import { strictPurgeNeeds } from "../kit/purges.ts";
import { testConfig } from "../kit/test-config.ts";

const { retention } = testConfig();
const NOW = Temporal.Instant.from("2026-11-15T03:00:00Z");

/** As production has it. */
async function openStrictPurge(t: TestContext) {
  const database = await openDatabase(t);
  const { owner } = database;
  const custody = await openTestCustody(owner);
  t.after(() => custody.close());
  const needs = { ...strictPurgeNeeds(owner), custody, clock: new StandingClock(`${NOW}`) };
  return { owner, custody, needs, purge: () => purgeWall(needs, retention) };
}

test("one old event that was replayed does not hold the purge of events", async (t) => {
  const { owner, purge } = await openStrictPurge(t);
  await owner.rows`
    insert into outbox (account_id, kind, event, payload, created_at, due_at, delivered_at)
    select 1, 'webhook', 'sale', '{}', at - age, at, at
    from (select ${NOW}::timestamptz - interval '30 days 30 minutes' as at,
        case n when 1 then interval '25 days' else interval '1 second' end as age
      from generate_series(1, 1500) n) as sent`;
  assert.match(await purge(), /removed 1500 webhook events/);
});

test("audit entries that are kept because of a newer one do not hold a purge", async (t) => {
  const { owner, custody, purge } = await openStrictPurge(t);
  // The clock was two years ahead for a moment, and was then set right.
  const dates = ["2026-12-01T00:00:00Z", ...Array(1_100).fill("2025-01-01T00:00:00Z")];
  for (const date of dates) {
    const at = Temporal.Instant.from(date);
    await recordAct(owner, {
      actor: { kind: "system", name: "test" },
      action: "test.act",
      subject: { kind: "test", id: "1" },
      result: "done",
      at: { business: at, wall: at },
    });
  }
  await new Chainer({ db: owner, custody }).chainAll();
  assert.match(await purge(), /nothing to remove/);
});

test("ACH files that have not settled are kept and do not hold a purge", async (t) => {
  const { owner, needs } = await openStrictPurge(t);
  await owner.rows`
    insert into ach_files (connection, cut_off, cut_off_at, name, created_at, id_modifier,
      settles_on, state, first_sequence, last_sequence)
    select 'bank', 'noon', at, 'file ' || n, at, 'A', at::date, 'fixed', 1, 1
    from generate_series(1, 1200) n, lateral (
      select '2023-01-01T00:00:00Z'::timestamptz + n * interval '1 hour' as at) as dated`;
  assert.match(await purgeAch(needs, retention, NOW), /nothing to remove/);
  assert.equal((await owner.rows`select from ach_files`).length, 1_200);
});

test("an approval does not cover counts that grew after they were shown", async (t) => {
  const { owner } = await openStrictPurge(t);
  const store = new PurgeStore(owner);
  const holding = { work: "purge", upTo: NOW, why: "it is much" };
  await store.holdPurge({ ...holding, counts: { tokens: 1_200 } }, null);
  const [shown] = await store.listHeld();
  assert.ok(shown);
  await store.holdPurge({ ...holding, counts: { tokens: 900_000 } }, null);
  assert.equal(await store.markAllowed(shown, "ada"), false);
  const [newest] = await store.listHeld();
  assert.equal(newest !== undefined && (await store.markAllowed(newest, "ada")), true);
});

test("a nonce that a machine with a slower clock still refuses is not removed", async (t) => {
  const { owner, purge } = await openStrictPurge(t);
  // Both machines are within CLOCK_SKEW_MAX_SECONDS of the database.
  await owner.rows`
    insert into parser_nonces (digest, used_at)
    values ('\\x00', ${NOW}::timestamptz - interval '15 minutes 30 seconds'),
      ('\\x01', ${NOW}::timestamptz - interval '1 hour')`;
  await purge();
  const left = await owner.rows`select encode(digest, 'hex') as digest from parser_nonces`;
  assert.deepEqual(left, [{ digest: "00" }]);
});
