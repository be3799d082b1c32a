/** Claims on due work: suspended processes, clocks set back, work that hangs, exhausted pools. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { achBusinessWork } from "../../src/core/ach/business.ts";
import { advanceClock } from "../../src/core/calendar/advance-clock.ts";
import { type BusinessWork, everyDayAt, type Lane } from "../../src/core/calendar/business-work.ts";
import { CalendarStore, withClockLock } from "../../src/core/calendar/calendar-store.ts";
import { runDueWork } from "../../src/core/calendar/run-due-work.ts";
import type { WorkFailure } from "../../src/core/calendar/run-work.ts";
import { WorkClaimStore } from "../../src/core/calendar/work-claim-store.ts";
import { HeartbeatStore } from "../../src/core/figures/heartbeat-store.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { openTestAch } from "../kit/ach.ts";
import { StandingClock } from "../kit/clock.ts";
import { openDatabase } from "../kit/database.ts";

const MONEY: Lane = { name: "money", kind: "money" };

/** Daily work that is due. The due times of its runs are in `ran`. */
async function settlingDaily(t: TestContext) {
  const database = await openDatabase(t);
  const { app, owner } = database;
  const clock = new StandingClock("2026-11-15T12:00:00Z");
  const ran: string[] = [];
  const settle: BusinessWork = {
    name: "settle",
    lane: MONEY,
    next: everyDayAt("03:00", "UTC"),
    run: async (at) => {
      ran.push(`${at}`);
      return "settled";
    },
  };
  const needs = { db: app, clock, work: [settle] };
  await runDueWork(needs, clock.business());
  clock.advance({ hours: 24 });
  const claims = new WorkClaimStore(app);
  const claim = async () => {
    const [due] = await new CalendarStore(app).listUpcomingWork();
    return claims.claimWork(due ?? assert.fail(), ["settle"]);
  };
  const run = () => runDueWork(needs, clock.business());
  return { ...database, app, owner, clock, ran, needs, claims, claim, run };
}

test("an expired claim is not renewed while the clock is being moved", async (t) => {
  const { app, owner, claims, claim } = await settlingDaily(t);
  const held = (await claim()) ?? assert.fail();
  await owner.rows`update business_work set claimed_until = clock_timestamp()`;
  await withClockLock(app, async () => {
    assert.equal(await claims.renewClaim(held), false);
    assert.equal(await claims.findRunningWork(), undefined);
  });
  assert.equal(await claims.renewClaim(held), true, "nobody has taken it over");
});

test("the clock does not pass the due time of work that another process is running", async (t) => {
  const { app, clock, needs, ran } = await settlingDaily(t);
  const [settle] = needs.work;
  assert.ok(settle);
  const first: BusinessWork = {
    ...settle,
    name: "close",
    next: everyDayAt("02:00", "UTC"),
    run: async () => {
      // As if a process that stood still renewed its claim after the clock began to move.
      await app.rows`
        update business_work set claimed_by = gen_random_uuid(),
          claimed_until = clock_timestamp() + interval '15 seconds'
        where name = 'settle'`;
      return "closed";
    },
  };
  const work = [first, settle];
  clock.set("2026-11-15T12:00:00Z");
  await runDueWork({ db: app, clock, work }, clock.business());
  const to = Temporal.Instant.from("2026-11-16T12:00:00Z");
  await assert.rejects(
    advanceClock({ db: app, clock, work }, to),
    /Another process is running "settle"/,
  );
  const aheadMs = await new CalendarStore(app).readAheadMs();
  assert.equal(`${clock.wall().add({ milliseconds: aheadMs })}`, "2026-11-16T03:00:00Z");
  assert.deepEqual(ran, []);
});

test("claims and pauses from before the database's clock was set back are ignored", async (t) => {
  const { owner, claim, claims, run, ran } = await settlingDaily(t);
  assert.ok(await claim());
  await owner.rows`update business_work set claimed_until = clock_timestamp() + interval '5 hours'`;
  assert.equal(await claims.findRunningWork(), undefined);
  await owner.rows`update business_work set retry_at = clock_timestamp() + interval '5 hours'`;
  await run();
  assert.deepEqual(ran, ["2026-11-16T03:00:00Z"]);
});

test("a report from before the database's clock was set back does not hide a missing worker", async (t) => {
  const { owner } = await openDatabase(t);
  const heartbeats = new HeartbeatStore(owner);
  const worker = { host: "a", processId: 1, version: "1", clockSkewMs: 0 };
  await heartbeats.reportWorker({ ...worker, id: "00000000-0000-4000-8000-000000000001" });
  await heartbeats.reportWorker({ ...worker, id: "00000000-0000-4000-8000-000000000002" });
  await owner.rows`
    update worker_heartbeats set seen_at = clock_timestamp() + case when worker_id::text like '%1'
      then interval '5 hours' else interval '-90 seconds' end`;
  const age = await heartbeats.findNewestAgeSeconds();
  assert.ok(age >= 90 && age < 120, `${age}`);
});

test("waiting to move the clock holds no database connection", async (t) => {
  const { url, clock, beforeDrop } = await settlingDaily(t);
  // As the console of certification has it.
  const db = new DatabasePool({
    connectionString: url,
    size: 4,
    queueMax: 100,
    statementTimeoutMs: 10_000,
  });
  beforeDrop(() => db.close());
  const work: BusinessWork = {
    name: "make months",
    lane: MONEY,
    next: everyDayAt("04:00", "UTC"),
    run: async () => {
      await pause(500);
      await db.rows`select`;
      return "made";
    },
  };
  const hours = [24, 25, 26, 27, 28, 29];
  const moves = hours.map((hour) =>
    advanceClock({ db, clock, work: [work] }, clock.wall().add({ hours: hour })),
  );
  const kinds = (await Promise.all(moves)).map(({ kind }) => kind);
  assert.ok(!kinds.includes("stopped"), kinds.join());
});

test("banks that hold all their connections do not block other work", async (t) => {
  const { needs, db, database } = await openTestAch(t);
  const release = Promise.withResolvers<void>();
  const hanging = Array.from({ length: db.size }, () => db.withClient(() => release.promise));
  const listDb = database.owner;
  const work = await achBusinessWork({ ...needs, listDb, onBankFailure: () => {} }).finally(
    release.resolve,
  );
  await Promise.all(hanging);
  assert.ok(work.some(({ name }) => name.startsWith("close ACH file of")));
});

test("a run that never ends fails after its maximum length, and the work is retried", {
  timeout: 30_000,
}, async (t) => {
  const { owner, clock, needs, ran } = await settlingDaily(t);
  const [settle] = needs.work;
  assert.ok(settle);
  const hanging = { ...settle, run: () => new Promise<string>(() => {}) };
  const runMaxMs = { money: 200, housekeeping: 200 };
  const failures: WorkFailure[] = [];
  const onFailure = (failure: WorkFailure) => failures.push(failure);
  const [hung] = await runDueWork(
    { ...needs, work: [hanging], runMaxMs, onFailure },
    clock.business(),
  );
  assert.equal(hung?.outcome, "failed");
  assert.match(String(failures[0]?.error), /RunTooLong: The run did not end within/);
  await owner.rows`update business_work set retry_at = null`;
  const [again] = await runDueWork(needs, clock.business());
  assert.equal(again?.outcome, "done", "the claim of the run that hangs has ended");
  assert.deepEqual(ran, ["2026-11-16T03:00:00Z"]);
});

test("the clock is not moved while a job hangs, and the job is named", async (t) => {
  const { app, clock, needs, claim, ran } = await settlingDaily(t);
  assert.ok(await claim());
  const to = clock.business().add({ hours: 24 });
  const advance = await advanceClock({ ...needs, runningWaitMs: 300 }, to);
  assert.deepEqual(advance, { kind: "busy", name: "settle" });
  assert.equal(await new CalendarStore(app).readAheadMs(), 0);
  assert.deepEqual(ran, []);
});
