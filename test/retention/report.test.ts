/** The retention report for auditors. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  judgeRule,
  makeRetentionReport,
} from "../../src/core/retention/report/retention-report.ts";
import { listRetentionRules } from "../../src/core/retention/report/retention-rules.ts";
import { TABLE_LAYOUT } from "../../src/db/sharding/table-layout.ts";
import { StandingClock } from "../kit/clock.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { RETENTION } from "../kit/purges.ts";

test("every table of the report exists, and its oldest row is read", async (t) => {
  const database = await openSeededDatabase(t);
  const clock = new StandingClock();
  const held = { counts: { tokens: 7 }, why: "there are many" };
  await database.owner.rows`
    insert into business_runs (name, due_at, started_at, took_ms, outcome, summary)
    values ('purge', now(), now(), 5, 'done', 'nothing to remove')`;
  await database.owner.rows`
    insert into purges (work, held_at, held_up_to, held_counts, held_why)
    values ('retention', now(), now(), ${JSON.stringify(held.counts)}, ${held.why})`;
  const report = await makeRetentionReport({ owner: database.owner, clock }, RETENTION);
  const unknown = report.tables.filter(({ table }) => TABLE_LAYOUT[table] === undefined);
  assert.deepEqual(unknown, []);
  assert.deepEqual(
    report.held.map(({ work, why }) => [work, why]),
    [["retention", held.why]],
  );
  assert.deepEqual(
    report.lastPurges.map(({ work, outcome }) => [work, outcome]),
    [["purge", "done"]],
  );
  assert.notEqual(report.tables.find(({ table }) => table === "business_runs")?.oldestAt, null);
});

test("a row that should have been removed is overdue, after the time in which purges run", () => {
  const now = Temporal.Instant.from("2026-11-18T12:00:00Z");
  const times = { business: now, wall: now };
  const rule = listRetentionRules(RETENTION).find(({ table }) => table === "outbox");
  assert.ok(rule);
  const judge = (text: string) =>
    judgeRule(rule, { outbox: Temporal.Instant.from(text) }, times).isOverdue;
  assert.equal(judge("2026-10-17T12:00:00Z"), false);
  assert.equal(judge("2026-10-17T11:59:59Z"), true);
  assert.equal(judgeRule(rule, { outbox: null }, times).isOverdue, false);
});
