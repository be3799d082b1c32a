/** Moving the business clock: work that becomes due runs once, in order. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { CertificationClock } from "../../src/adapters/certification-clock.ts";
import { advanceClock } from "../../src/core/calendar/advance-clock.ts";
import { type BusinessWork, everyDayAt, type Lane } from "../../src/core/calendar/business-work.ts";
import { CalendarStore, withClockLock } from "../../src/core/calendar/calendar-store.ts";
import { runDueWork } from "../../src/core/calendar/run-due-work.ts";
import { StandingClock } from "../kit/clock.ts";
import { openDatabase } from "../kit/database.ts";

interface Done {
  readonly name: string;
  readonly at: string;
  readonly clock: string;
}

/** A clock that starts at a moment, and work that records its runs. */
async function aCalendar(t: TestContext, now: string, schedules: Record<string, string[]>) {
  const { app } = await openDatabase(t);
  const calendar = new CalendarStore(app);
  const clock = new StandingClock(now);
  const done: Done[] = [];
  const work = Object.entries(schedules).map(([name, [time = "", zone = ""]]): BusinessWork => {
    const run = async (at: Temporal.Instant) => {
      const business = clock.wall().add({ milliseconds: await calendar.readAheadMs() });
      done.push({ name, at: `${at}`, clock: `${business}` });
      return "did it";
    };
    return { name, lane: MONEY, next: everyDayAt(time, zone), run };
  });
  const advance = (to: string) => advanceClock({ db: app, clock, work }, Temporal.Instant.from(to));
  return { app, calendar, clock, work, done, advance };
}

const MONEY: Lane = { name: "money", kind: "money" };
const DAILY = { purge: ["03:00", "UTC"] };

for (const [what, from, to, zone, days] of [
  ["clocks that go forward", "2027-03-12T12:00:00Z", "2027-03-16T12:00:00Z", "America/New_York", 4],
  ["clocks that go back", "2026-10-30T12:00:00Z", "2026-11-03T12:00:00Z", "America/New_York", 4],
  ["a month's end", "2027-01-30T12:00:00Z", "2027-02-02T12:00:00Z", "UTC", 3],
  ["a leap day", "2028-02-27T12:00:00Z", "2028-03-02T12:00:00Z", "America/Chicago", 4],
  ["a year's end", "2027-12-30T12:00:00Z", "2028-01-03T12:00:00Z", "Asia/Kolkata", 4],
] as const) {
  test(`moving the clock over ${what} runs daily work once a day`, async (t) => {
    // 02:30 does not exist on the day clocks go forward, and comes twice when they go back.
    const { advance, done } = await aCalendar(t, from, { work: ["02:30", zone] });
    const advanced = await advance(to);
    assert.equal(advanced.kind, "advanced");
    assert.equal(done.length, days);
    const dates = done.map(({ at }) =>
      Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate().toString(),
    );
    assert.equal(new Set(dates).size, days);
    assert.equal((await advance(to)).kind, "not_forward");
    assert.equal(done.length, days);
  });
}

test("work runs in the order of due times, and the clock is at the due time", async (t) => {
  const { advance, done } = await aCalendar(t, "2026-11-15T12:00:00Z", {
    late: ["17:00", "America/New_York"],
    early: ["03:00", "UTC"],
  });
  await advance("2026-11-17T12:00:00Z");
  assert.deepEqual(
    done.map(({ name, at, clock }) => [name, at, at === clock]),
    [
      ["late", "2026-11-15T22:00:00Z", true],
      ["early", "2026-11-16T03:00:00Z", true],
      ["late", "2026-11-16T22:00:00Z", true],
      ["early", "2026-11-17T03:00:00Z", true],
    ],
  );
});

test("the clock never goes back", async (t) => {
  const { advance, calendar } = await aCalendar(t, "2026-11-15T12:00:00Z", DAILY);
  await advance("2026-11-20T00:00:00Z");
  const ahead = await calendar.readAheadMs();
  assert.deepEqual(await advance("2026-11-19T00:00:00Z"), { kind: "not_forward" });
  await calendar.moveAhead(5);
  assert.equal(await calendar.readAheadMs(), ahead);
});

test("money work that fails stops the clock at its due time, and is retried", async (t) => {
  const { app, clock, calendar } = await aCalendar(t, "2026-11-15T12:00:00Z", DAILY);
  let broken = true;
  const run = async () => {
    if (broken) throw new Error("the bank is closed");
    return "done at last";
  };
  const work = [{ name: "settle", lane: MONEY, next: everyDayAt("17:00", "UTC"), run }];
  const to = Temporal.Instant.from("2026-11-16T12:00:00Z");
  const stopped = await advanceClock({ db: app, clock, work }, to);
  assert.equal(stopped.kind, "stopped");
  assert.equal(await calendar.readAheadMs(), 5 * 3_600_000);
  broken = false;
  const advanced = await advanceClock({ db: app, clock, work }, to);
  assert.equal(advanced.kind, "advanced");
  assert.deepEqual(advanced.kind === "advanced" && advanced.runs.map(({ summary }) => summary), [
    "done at last",
  ]);
});

test("two concurrent advances run each piece of work once", async (t) => {
  const { advance, done } = await aCalendar(t, "2026-11-15T12:00:00Z", DAILY);
  const both = ["2026-11-20T12:00:00Z", "2026-11-22T12:00:00Z"].map(advance);
  await Promise.all(both);
  assert.equal(done.length, 7);
  assert.equal(new Set(done.map(({ at }) => at)).size, 7);
});

test("timers start no work while the clock is being moved", async (t) => {
  const { app, clock, work, done } = await aCalendar(t, "2026-11-15T12:00:00Z", DAILY);
  await runDueWork({ db: app, clock, work }, clock.business());
  clock.advance({ hours: 24 });
  await withClockLock(app, async () => {
    assert.deepEqual(await runDueWork({ db: app, clock, work }, clock.business()), []);
  });
  assert.equal(done.length, 0);
  await runDueWork({ db: app, clock, work }, clock.business());
  assert.equal(done.length, 1);
});

test("moving the clock waits for work that a timer has started", async (t) => {
  const { app, clock, work, advance, done } = await aCalendar(t, "2026-11-15T12:00:00Z", DAILY);
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow: BusinessWork = {
    ...(work[0] ?? assert.fail()),
    run: async () => {
      begun.resolve();
      await release.promise;
      return "slow";
    },
  };
  await runDueWork({ db: app, clock, work }, clock.business());
  clock.advance({ hours: 24 });
  const timer = runDueWork({ db: app, clock, work: [slow] }, clock.business());
  await begun.promise;
  const advancing = advance("2026-11-17T12:00:00Z");
  await new Promise((resolve) => setTimeout(resolve, 250));
  assert.deepEqual(done, []);
  release.resolve();
  assert.equal((await timer).length, 1);
  assert.equal((await advancing).kind, "advanced");
  assert.deepEqual(
    done.map(({ at }) => at),
    ["2026-11-17T03:00:00Z"],
  );
});

test("new work starts with its next due time", async (t) => {
  const { app, clock, work, done } = await aCalendar(t, "2026-11-15T12:00:00Z", DAILY);
  assert.deepEqual(await runDueWork({ db: app, clock, work }, clock.business()), []);
  assert.deepEqual(done, []);
});

test("all processes share the business time, and it continues after a jump", async (t) => {
  const { calendar } = await aCalendar(t, "2026-11-15T12:00:00Z", DAILY);
  const clocks = [new CertificationClock(calendar), new CertificationClock(calendar)];
  t.after(() => {
    for (const clock of clocks) clock.close();
  });
  await calendar.moveAhead(3 * 86_400_000);
  await Promise.all(clocks.map((clock) => clock.start()));
  for (const clock of clocks) {
    const ahead = clock.wall().until(clock.business()).total("hours");
    assert.ok(Math.abs(ahead - 72) < 0.001);
    const before = clock.business();
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.ok(Temporal.Instant.compare(clock.business(), before) > 0);
  }
});
