/** A page of past events is read by its index, however many events and copies the account has. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "../../src/adapters/system-clock.ts";
import {
  type PastEventFilter,
  PastEventStore,
} from "../../src/core/outbox/past-events/past-event-store.ts";
import type { Database } from "../../src/db/database.ts";
import { openOutbox } from "../kit/outbox.ts";

const SHOP = "120000000001";
const COUNT = 20_000;

test("a page of events reads a few rows, whatever the filter", async (t) => {
  const outbox = await openOutbox(t, systemClock);
  const { owner, app } = outbox.database;
  await outbox.addAccount(SHOP);
  const start = Temporal.Instant.from("2026-03-01T12:00:00Z");
  const payload = JSON.stringify({ note: "x".repeat(300) });
  await owner.rows`
    insert into outbox (account_id, kind, event, transaction_id, payload, created_at, due_at,
      delivered_at, tries)
    select ${SHOP}::bigint, 'delivery', case when n % 5000 = 1 then 'transaction.changed'
        when n = 7 then 'transaction.declined' else 'transaction.approved' end, n, ${payload},
      ${start}::timestamptz + n * interval '1 minute', ${start}, ${start}, 1
    from generate_series(1, ${COUNT}::int) n`;
  await owner.rows`
    insert into outbox (account_id, kind, endpoint, event, transaction_id, payload, created_at, due_at,
      delivered_at, tries, copy_of)
    select account_id, kind, 2, event, transaction_id, payload, created_at, due_at, delivered_at, 1,
      event_id
    from outbox`;
  await outbox.write({ accountId: SHOP, event: "transaction.settled" });
  const [middle] = await owner.rows<{ createdAt: Temporal.Instant; eventId: string }>`
    select created_at as "createdAt", event_id as "eventId" from outbox
    where transaction_id = ${COUNT / 2} and copy_of is null`;
  const filters: readonly [Partial<PastEventFilter>, number][] = [
    [{}, 26],
    [{ until: start.add({ hours: 24 }) }, 26],
    [{ since: start.add({ hours: 24 }), until: start.add({ hours: 48 }) }, 26],
    [{ event: "transaction.changed" }, 4],
    [{ event: "transaction.settled" }, 1],
    [{ event: "transaction.declined" }, 1],
    [{ event: "transaction.approved", until: start.add({ hours: 24 }) }, 26],
    [{ before: middle }, 26],
  ];
  await app.within({ accountId: SHOP }, async (db) => {
    const store = new PastEventStore(db);
    for (const [filter, found] of filters) {
      const before = await readRows(db);
      const events = await store.findPastEvents(SHOP, { ...filter, limit: 26 });
      assert.equal(events.length, found, JSON.stringify(filter));
      const read = (await readRows(db)) - before;
      assert.ok(read <= 6 * 26, `${read} rows were read for ${JSON.stringify(filter)}`);
    }
  });
});

/** Rows of the outbox that this transaction has read so far. */
async function readRows(db: Database): Promise<number> {
  const [row] = await db.rows<{ count: string }>`
    select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables
    where relname = 'outbox'`;
  return Number(row?.count);
}
