/** Due work in lanes: money does not wait for housekeeping, and a failure delays only its own work. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { advanceClock } from "../../src/core/calendar/advance-clock.ts";
import {
  type BusinessWork,
  everyDayAt,
  HOUSEKEEPING,
  type Lane,
  type Unfinished,
} from "../../src/core/calendar/business-work.ts";
import { retryPauseMs } from "../../src/core/calendar/retry-pause.ts";
import { runDueWork, runLane } from "../../src/core/calendar/run-due-work.ts";
import { RunStore } from "../../src/core/calendar/run-store.ts";
import type { WorkFailure } from "../../src/core/calendar/run-work.ts";
import { WorkClaimStore } from "../../src/core/calendar/work-claim-store.ts";
import { FigureStore } from "../../src/core/figures/figure-store.ts";
import { startDueWork } from "../../src/jobs/run-due-work.ts";
import { StandingClock } from "../kit/clock.ts";
import { openDatabase } from "../kit/database.ts";

const FIRST_BANK: Lane = { name: "ACH files of first-bank", kind: "money" };
const SECOND_BANK: Lane = { name: "ACH files of second-bank", kind: "money" };

interface Wish {
  readonly name: string;
  readonly lane: Lane;
  readonly time?: string;
  readonly catchesUpAtOnce?: boolean;
  readonly run?: (at: Temporal.Instant, resumeAfter?: string) => Promise<string | Unfinished>;
}

/** Work that is due. The names of its runs are in `ran`. */
async function openDueWork(t: TestContext, wishes: readonly Wish[], days = 1) {
  const { app, owner } = await openDatabase(t);
  const clock = new StandingClock("2026-11-15T12:00:00Z");
  const ran: string[] = [];
  const work = wishes.map(({ name, lane, time = "03:00", ...wish }): BusinessWork => {
    const run: BusinessWork["run"] = async (at, resumeAfter) => {
      const said = await (wish.run?.(at, resumeAfter) ?? "did it");
      ran.push(name);
      return said;
    };
    return { ...wish, name, lane, next: everyDayAt(time, "UTC"), run };
  });
  const failures: WorkFailure[] = [];
  const needs = { db: app, clock, work, onFailure: (one: WorkFailure) => failures.push(one) };
  await runDueWork(needs, clock.business());
  clock.advance({ hours: 24 * days });
  const run = () => runDueWork(needs, clock.business());
  return { app, owner, clock, ran, work, needs, failures, run };
}

async function never(): Promise<never> {
  throw new Error("no disk");
}

test("a purge that fails stops neither a cut-off nor later work of its lane", async (t) => {
  const { run, ran, failures, app } = await openDueWork(t, [
    { name: "purge", lane: HOUSEKEEPING, time: "03:00", run: never },
    { name: "remind", lane: HOUSEKEEPING, time: "04:00" },
    { name: "cut-off", lane: FIRST_BANK, time: "05:00" },
  ]);
  const runs = await run();
  assert.deepEqual(ran.toSorted(), ["cut-off", "remind"]);
  assert.deepEqual(runs.map(({ name, outcome }) => `${name} ${outcome}`).toSorted(), [
    "cut-off done",
    "purge failed",
    "remind done",
  ]);
  const [failure] = failures;
  assert.deepEqual([failure?.name, failure?.lane, failure?.failures], ["purge", "housekeeping", 1]);
  assert.match(String(failure?.error), /no disk/);
  assert.deepEqual(await new RunStore(app).listFailingNames(), ["purge"]);
});

test("work of a cutoff or a schedule that was removed is not late for ever", async (t) => {
  const [first, second] = [
    "close ACH file of first-bank, 17:00 UTC",
    "close ACH file of first-bank, 19:00 UTC",
  ];
  const { app, clock, needs } = await openDueWork(t, [
    { name: first, lane: FIRST_BANK, time: "17:00" },
    { name: second, lane: FIRST_BANK, time: "19:00" },
    { name: "send scheduled reports", lane: HOUSEKEEPING },
    { name: "work of the next release", lane: HOUSEKEEPING },
  ]);
  const work = needs.work.filter(({ name }) => name === second);
  await runDueWork({ ...needs, work }, clock.business());
  const left = await new RunStore(app).listWork();
  assert.deepEqual(left.map(({ name }) => name).toSorted(), [second, "work of the next release"]);
  const lateness = await new FigureStore(app).findWorkLatenessSeconds(clock.business());
  assert.equal(lateness, 9 * 3_600, "only the unknown work is late");
});

test("a slow purge and a slow bank do not delay the cut-off of another bank", {
  timeout: 20_000,
}, async (t) => {
  const release = Promise.withResolvers<void>();
  const slow = async () => {
    await release.promise;
    return "at last";
  };
  const seen = Promise.withResolvers<void>();
  const quick = async () => {
    seen.resolve();
    return "sent";
  };
  const { run, ran } = await openDueWork(t, [
    { name: "purge", lane: HOUSEKEEPING, time: "01:00", run: slow },
    { name: "cut-off of first-bank", lane: FIRST_BANK, time: "02:00", run: slow },
    { name: "cut-off of second-bank", lane: SECOND_BANK, time: "03:00", run: quick },
  ]);
  const running = run();
  await seen.promise;
  release.resolve();
  await running;
  assert.equal(ran[0], "cut-off of second-bank");
});

test("the pause after a failure grows, and success resets it", async (t) => {
  let isBroken = true;
  const settle = async () => (isBroken ? never() : "settled");
  const { run, owner, ran } = await openDueWork(t, [
    { name: "settle", lane: FIRST_BANK, run: settle },
  ]);
  const row = async () => {
    const [work] = await owner.rows<{ failures: number; waits: number | null }>`
      select failures, round(extract(epoch from retry_at - clock_timestamp()))::int as waits
      from business_work`;
    return work;
  };
  for (const [failures, seconds] of [
    [1, 30],
    [2, 60],
    [3, 120],
  ] as const) {
    assert.equal((await run()).length, 1);
    assert.deepEqual(await run(), [], "its pause is not over");
    const known = await row();
    assert.equal(known?.failures, failures);
    assert.ok(Math.abs((known?.waits ?? 0) - seconds) <= 3, `${known?.waits} s`);
    await owner.rows`update business_work set retry_at = clock_timestamp()`;
  }
  isBroken = false;
  await run();
  assert.deepEqual([ran, (await row())?.failures, (await row())?.waits], [["settle"], 0, null]);
});

test("money work is retried at least every ten minutes, housekeeping every hour", () => {
  assert.equal(retryPauseMs(1, { kind: "money" }), 30_000);
  assert.equal(retryPauseMs(50, { kind: "money" }), 600_000);
  assert.equal(retryPauseMs(50, { kind: "housekeeping" }), 3_600_000);
});

test("after a downtime each missed day runs, but a purge runs once for all of them", async (t) => {
  const at: string[] = [];
  const { run, ran } = await openDueWork(
    t,
    [
      { name: "close batches", lane: FIRST_BANK },
      {
        name: "purge",
        lane: HOUSEKEEPING,
        catchesUpAtOnce: true,
        run: async (moment) => {
          at.push(`${moment}`);
          return "none";
        },
      },
    ],
    5,
  );
  await run();
  assert.equal(ran.filter((name) => name === "close batches").length, 5);
  assert.deepEqual(at, ["2026-11-20T03:00:00Z"]);
  assert.deepEqual(await run(), []);
});

test("an unfinished run soon continues where it stopped", async (t) => {
  const places: (string | undefined)[] = [];
  const { run, owner, clock } = await openDueWork(t, [
    {
      name: "lapse",
      lane: FIRST_BANK,
      run: async (_at, resumeAfter) => {
        places.push(resumeAfter);
        return places.length < 3
          ? { summary: "some", resumeAfter: `place ${places.length}` }
          : "all";
      },
    },
  ]);
  const [first] = await run();
  assert.equal(first?.outcome, "unfinished");
  const [work] = await owner.rows<{ waits: number; due_at: Temporal.Instant }>`
    select extract(epoch from retry_at - clock_timestamp())::float8 as waits, due_at
    from business_work`;
  assert.ok((work?.waits ?? 99) <= 5);
  assert.ok(Temporal.Instant.compare(work?.due_at ?? "", clock.business()) < 0);
  for (let again = 0; again < 2; again++) {
    await owner.rows`update business_work set retry_at = null`;
    await run();
  }
  assert.deepEqual(places, [undefined, "place 1", "place 2"]);
  const [left] = await owner.rows<{ resume_after: string | null }>`
    select resume_after from business_work`;
  assert.equal(left?.resume_after, null);
});

test("only one process runs a piece of work, and only one works in a lane", async (t) => {
  let [atOnce, most] = [0, 0];
  const counted = async () => {
    most = Math.max(most, ++atOnce);
    await pause(50);
    atOnce--;
    return "ok";
  };
  const { needs, clock, ran } = await openDueWork(t, [
    { name: "answers", lane: FIRST_BANK, time: "03:00", run: counted },
    { name: "settle", lane: FIRST_BANK, time: "03:30", run: counted },
  ]);
  const pass = () => runLane(needs, FIRST_BANK.name, clock.business());
  await Promise.all(Array.from({ length: 6 }, pass));
  await pass();
  assert.deepEqual(ran.toSorted(), ["answers", "settle"]);
  assert.equal(most, 1);
});

test("a process that lost its claim records nothing and reports it", async (t) => {
  const { run, owner, needs, clock, failures } = await openDueWork(t, [
    {
      name: "settle",
      lane: FIRST_BANK,
      run: async () => {
        // As if this process had stood still until its claim ran out.
        await owner.rows`update business_work set claimed_until = clock_timestamp()`;
        const [due] = await owner.rows<{ name: string; dueAt: Temporal.Instant }>`
          select name, due_at as "dueAt" from business_work`;
        assert.ok(due);
        const claims = new WorkClaimStore(needs.db);
        const other = await claims.claimWork(due, ["settle"]);
        assert.ok(other);
        const done = { ...due, startedAt: clock.wall(), tookMs: 1, summary: "the other" };
        const after = { dueAt: due.dueAt.add({ hours: 24 }), failures: 0 };
        assert.equal(await claims.recordRun(other, { ...done, outcome: "done" }, after), true);
        return "too late";
      },
    },
  ]);
  await run();
  const runs = await new RunStore(owner).listRuns({ take: 10 });
  assert.deepEqual(
    runs.map(({ summary }) => summary),
    ["the other"],
  );
  assert.match(String(failures[0]?.error), /taken over/);
});

test("the work of a process that died can be claimed when its claim expires", async (t) => {
  const { run, owner, needs, ran } = await openDueWork(t, [{ name: "settle", lane: FIRST_BANK }]);
  const [due] = await owner.rows<{ name: string; dueAt: Temporal.Instant }>`
    select name, due_at as "dueAt" from business_work`;
  assert.ok(due && (await new WorkClaimStore(needs.db).claimWork(due, ["settle"])));
  assert.deepEqual(await run(), []);
  const [left] = await owner.rows<{ seconds: number }>`
    select extract(epoch from claimed_until - clock_timestamp())::float8 as seconds
    from business_work`;
  assert.ok((left?.seconds ?? 99) <= 20, "within half a minute");
  await owner.rows`update business_work set claimed_until = clock_timestamp()`;
  await run();
  assert.deepEqual(ran, ["settle"]);
});

test("housekeeping that fails does not stop the clock, but delays its own later days", async (t) => {
  let isBroken = true;
  const { app, clock, work, ran } = await openDueWork(
    t,
    [
      {
        name: "purge",
        lane: HOUSEKEEPING,
        time: "03:00",
        run: async () => (isBroken ? never() : ""),
      },
      { name: "cut-off", lane: FIRST_BANK, time: "05:00" },
    ],
    0,
  );
  const advance = (to: string) => advanceClock({ db: app, clock, work }, Temporal.Instant.from(to));
  const moved = await advance("2026-11-18T12:00:00Z");
  assert.equal(moved.kind, "advanced");
  assert.deepEqual(ran, ["cut-off", "cut-off", "cut-off"]);
  assert.ok(moved.kind === "advanced");
  assert.equal(moved.runs.filter((run) => run.outcome === "failed").length, 1);
  isBroken = false;
  await advance("2026-11-18T13:00:00Z");
  assert.equal(ran.filter((name) => name === "purge").length, 3, "day by day, in order");
});

test("an unfinished run is completed before the clock moves on", async (t) => {
  let runs = 0;
  const { app, clock, work } = await openDueWork(
    t,
    [
      {
        name: "lapse",
        lane: FIRST_BANK,
        run: async () => (++runs < 4 ? { summary: "some", resumeAfter: "x" } : "all"),
      },
    ],
    0,
  );
  const to = Temporal.Instant.from("2026-11-16T12:00:00Z");
  assert.equal((await advanceClock({ db: app, clock, work }, to)).kind, "advanced");
  assert.equal(runs, 4);
});

test("no due work runs while the machine's clock is wrong", { timeout: 20_000 }, async (t) => {
  const { app, clock, work, ran } = await openDueWork(t, [{ name: "settle", lane: FIRST_BANK }]);
  let [isRight, asked] = [false, 0];
  const end = startDueWork({
    db: app,
    clock,
    allWork: async () => work,
    mayTrustClock: async () => {
      asked++;
      return isRight;
    },
    onWorkFailure: ({ error }) => assert.fail(String(error)),
    onFailure: (error) => assert.fail(String(error)),
    everyMs: 10,
  });
  while (asked < 5) await pause(5);
  assert.deepEqual(ran, []);
  isRight = true;
  while (ran.length === 0) await pause(5);
  await end(1_000);
  assert.deepEqual(ran, ["settle"]);
});
