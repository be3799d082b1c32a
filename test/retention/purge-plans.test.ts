/** Every statement of every purge finds its rows by an index: none reads a whole table. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { purgeAch } from "../../src/core/ach/purge.ts";
import { ReminderStore } from "../../src/core/management/attestations/inspection-store.ts";
import { purgeBusiness, purgeWall } from "../../src/core/retention/retention.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { StandingClock } from "../kit/clock.ts";
import { openTestCustody } from "../kit/custody.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { strictPurgeNeeds } from "../kit/purges.ts";
import { testConfig } from "../kit/test-config.ts";

const { retention } = testConfig();
const NOW = "2026-11-15T12:00:00Z";
/** Tables that only ever have a few rows. */
const SMALL =
  /^(purges|business_work|business_clock|audit_(anchor|head)|month_counters|installation)$/;

/** Records the statements of connections. */
function recordQueries(t: TestContext): { text: string; values: unknown[] }[] {
  const seen: { text: string; values: unknown[] }[] = [];
  const { query } = pg.Client.prototype;
  t.mock.method(
    pg.Client.prototype,
    "query",
    function (this: pg.Client, first: { text?: string; values?: unknown[] }, ...rest: never[]) {
      const { text, values = [] } = first;
      if (text !== undefined) seen.push({ text, values });
      return Reflect.apply(query, this, [first, ...rest]);
    },
  );
  return seen;
}

test("no purge reads a whole table to count or to delete", { timeout: 60_000 }, async (t) => {
  const { owner } = await openSeededDatabase(t);
  const custody = await openTestCustody(owner);
  const clock = new StandingClock(NOW);
  const needs = strictPurgeNeeds(owner);
  await fillOldRows(owner);
  const seen = recordQueries(t);
  await purgeBusiness(needs, retention, clock.business());
  await purgeAch(needs, retention, clock.business());
  await purgeWall({ ...needs, custody, clock }, retention);
  await new ReminderStore(owner).removeOldReminders(clock.business());
  custody.close();
  const purging = seen.filter(({ text }) => /^\s*(delete|select|with)/i.test(text));
  const tables = new Set<string>();
  for (const { text, values } of purging) {
    if (/pg_class|pg_dist_|clock_timestamp\(\) as now/.test(text)) continue;
    for (const table of await seqScans(owner, text, values)) tables.add(table);
  }
  const deletes = purging.filter(({ text }) => /delete from/i.test(text));
  assert.ok(deletes.length > 20, `${deletes.length} deletes were looked at`);
  assert.deepEqual(
    [...tables].filter((table) => !SMALL.test(table)),
    [],
  );
});

/** One old row in each table whose rows are found by one statement and deleted by another. */
async function fillOldRows(owner: DatabasePool): Promise<void> {
  const at = "2010-01-01T00:00:00Z";
  await owner.rows`insert into issued_ids (account_id, id, issued_at) values (1, 1, ${at})`;
  await owner.rows`
    insert into idempotency_keys (account_id, digest, attempt_id, transaction_id, created_at)
    values (1, '', gen_random_uuid(), 1, ${at})`;
  await owner.rows`
    insert into duplicate_guards (account_id, digest, attempt_id, transaction_id, expires_at)
    values (1, '', gen_random_uuid(), 1, ${at})`;
  await owner.rows`
    insert into vault (account_id, token_id, kind, sealed, created_at, used_at)
    values (1, 1, 'card', '', ${at}, ${at})`;
  await owner.rows`
    insert into outbox (account_id, kind, event, payload, created_at, due_at, delivered_at)
    values (1, 'webhook', 'x', '{}', ${at}, ${at}, ${at})`;
  await owner.rows`
    insert into delivery_attempts (account_id, outbox_id, attempted_at, duration_ms, outcome)
    values (1, 1, ${at}, 1, 'delivered')`;
  await owner.rows`
    insert into ach_updates (account_id, transaction_id, update_number, status, action_at)
    values (1, 1, 1, 'SETTLED\\FUNDED', ${at})`;
  await owner.rows`
    insert into ach_notices (account_id, transaction_id, notice_number, kind, code, detail, action_at)
    values (1, 1, 1, 'change', '', '', ${at})`;
}

/** Tables that the plan reads sequentially although sequential scans are disabled. */
async function seqScans(
  owner: Awaited<ReturnType<typeof openSeededDatabase>>["owner"],
  text: string,
  values: unknown[],
): Promise<string[]> {
  return owner.withClient(async (client) => {
    await client.query("begin");
    await client.query("set local enable_seqscan = off");
    const { rows } = await client.query(`explain (costs off) ${text}`, values);
    await client.query("rollback");
    const plan = rows.map((row) => Object.values(row)[0]).join("\n");
    return [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table = ""]) => table);
  });
}

test("a large backlog is removed in small transactions", async (t) => {
  const { owner } = await openSeededDatabase(t);
  await owner.rows`
    insert into issued_ids (account_id, id, issued_at)
    select 1, n, ${NOW}::timestamptz - interval '31 days' from generate_series(1, 12000) n`;
  const seen = recordQueries(t);
  const at = Temporal.Instant.from(NOW);
  assert.match(await purgeBusiness(strictPurgeNeeds(owner), retention, at), /12000 unspent ids/);
  const finds = seen.filter(({ text }) => /from "issued_ids"\s+where .* limit/.test(text));
  const found = finds.filter(({ values }) => values.includes(5_000));
  assert.equal(found.length, 4, "the last one finds nothing");
  const deletes = seen.filter(({ text }) => /delete from "issued_ids"/.test(text));
  assert.equal(deletes.length, 3);
});
