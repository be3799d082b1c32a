/** Cutoffs on weekends, on holidays and at changes of daylight saving time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isBankingDay, nextBankingDay } from "./banking-days.ts";
import {
  type CutOffWindow,
  canSettleSameDay,
  nextCutOff,
  parseCutOffWindow,
  settlementDate,
  windowsClosingAt,
} from "./cut-offs.ts";

function windowNamed(name: string): CutOffWindow {
  const window = parseCutOffWindow(name);
  assert.ok(window, name);
  return window;
}

const EASTERN = windowNamed("17:00 America/New_York");

function next(after: string, ...windows: CutOffWindow[]): string {
  return nextCutOff(
    windows.length > 0 ? windows : [EASTERN],
    Temporal.Instant.from(after),
  ).toString();
}

test("a window is a time and a time zone", () => {
  assert.equal(EASTERN.name, "17:00 America/New_York");
  assert.equal(EASTERN.timeZone, "America/New_York");
  assert.equal(`${EASTERN.time}`, "17:00:00");
  for (const name of [
    "",
    "17:00",
    "5:00 America/New_York",
    "24:00 America/New_York",
    "17:60 America/New_York",
    "17:00 America/Nowhere",
    "17:00  America/New_York",
    "17:00 +05:00",
  ]) {
    assert.equal(parseCutOffWindow(name), undefined, name);
  }
});

test("the next cutoff is later that day, or on the next banking day", () => {
  assert.equal(next("2026-11-16T21:59:59Z"), "2026-11-16T22:00:00Z");
  assert.equal(next("2026-11-16T22:00:00Z"), "2026-11-17T22:00:00Z");
});

test("there is no cutoff on weekends and holidays", () => {
  assert.equal(next("2026-11-13T22:00:00Z"), "2026-11-16T22:00:00Z");
  assert.equal(next("2026-11-25T23:00:00Z"), "2026-11-27T22:00:00Z");
});

test("a cutoff keeps its local time when daylight saving time changes", () => {
  assert.equal(next("2026-03-06T22:00:00Z"), "2026-03-09T21:00:00Z");
  assert.equal(next("2026-10-30T21:00:00Z"), "2026-11-02T22:00:00Z");
});

test("the next cutoff of several windows is the earliest one", () => {
  const morning = windowNamed("10:30 America/New_York");
  const west = windowNamed("14:00 America/Los_Angeles");
  assert.equal(next("2026-11-16T12:00:00Z", EASTERN, morning), "2026-11-16T15:30:00Z");
  assert.equal(next("2026-11-16T15:30:00Z", EASTERN, morning), "2026-11-16T22:00:00Z");
  const at = Temporal.Instant.from("2026-11-16T22:00:00Z");
  assert.deepEqual(windowsClosingAt([EASTERN, morning, west], at), [EASTERN, west]);
  assert.deepEqual(windowsClosingAt([EASTERN], at.add({ seconds: 1 })), []);
  assert.throws(() => nextCutOff([], at), RangeError);
});

test("an entry settles on the banking day after its cutoff", () => {
  const settles = (at: string, window = EASTERN) =>
    settlementDate(window, Temporal.Instant.from(at)).toString();
  assert.equal(settles("2026-11-16T22:00:00Z"), "2026-11-17");
  assert.equal(settles("2026-11-25T22:00:00Z"), "2026-11-27");
  assert.equal(
    settles("2026-11-17T04:30:00Z", windowNamed("23:30 America/New_York")),
    "2026-11-17",
  );
});

test("a same-day window settles on the Eastern day of its cutoff", () => {
  const settles = (name: string, at: string) =>
    settlementDate(windowNamed(name), Temporal.Instant.from(at)).toString();
  const night = "22:30 America/Los_Angeles same-day";
  assert.equal(settles(night, "2026-11-17T06:30:00Z"), "2026-11-17", "01:30 in New York");
  assert.equal(settles("06:00 Asia/Tokyo same-day", "2026-11-16T21:00:00Z"), "2026-11-16");
});

test("a same-day cutoff after the network's last deadline settles on the next banking day", () => {
  const evening = windowNamed("20:00 America/New_York same-day");
  const settles = (at: string) => settlementDate(evening, Temporal.Instant.from(at)).toString();
  assert.equal(settles("2026-11-17T01:00:00Z"), "2026-11-17");
  assert.equal(settles("2026-11-26T01:00:00Z"), "2026-11-27", "the day before Thanksgiving");
});

test("a same-day window closes on Eastern banking days", () => {
  const night = windowNamed("22:30 America/Los_Angeles same-day");
  assert.equal(next("2026-11-13T07:00:00Z", night), "2026-11-16T06:30:00Z", "not on Saturday");
  const tokyo = windowNamed("06:00 Asia/Tokyo same-day");
  assert.equal(next("2026-11-13T12:00:00Z", tokyo), "2026-11-13T21:00:00Z", "Saturday in Tokyo");
});

test("a same-day window must close by 16:45 Eastern on every day of the year", () => {
  const can = (name: string) => canSettleSameDay(windowNamed(`${name} same-day`));
  for (const name of ["16:45 America/New_York", "13:45 America/Los_Angeles", "20:45 Europe/London"])
    assert.equal(can(name), true, name);
  for (const name of ["16:46 America/New_York", "20:00 America/New_York", "23:59 America/New_York"])
    assert.equal(can(name), false, name);
  assert.equal(can("21:30 Europe/London"), false, "17:30 Eastern while only one has summer time");
  assert.equal(can("06:00 Asia/Tokyo"), false, "17:00 Eastern in summer");
});

test("the next cutoff is later, on a banking day, and none is skipped", () => {
  const names = ["17:00", "00:00", "02:30", "23:59", "01:30"].flatMap((time) =>
    ["America/New_York", "America/Los_Angeles", "Africa/Cairo", "Pacific/Honolulu"].map(
      (place) => `${time} ${place}`,
    ),
  );
  const seconds = fc.integer({ min: 946_684_800, max: 4_102_444_800 });
  fc.assert(
    fc.property(fc.constantFrom(...names), seconds, (name, second) => {
      const window = windowNamed(name);
      const after = Temporal.Instant.fromEpochMilliseconds(second * 1_000);
      const cutOff = nextCutOff([window], after);
      assert.ok(Temporal.Instant.compare(cutOff, after) > 0);
      const there = cutOff.toZonedDateTimeISO(window.timeZone).toPlainDate();
      assert.ok(isBankingDay(there));
      const start = after.toZonedDateTimeISO(window.timeZone).toPlainDate();
      const latest = nextBankingDay(start);
      assert.ok(Temporal.PlainDate.compare(there, latest) <= 0);
    }),
  );
});
