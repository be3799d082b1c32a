/** When scheduled reports are sent, and which days they cover. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { nextSendTime, reportedDays } from "./schedule-times.ts";

const ZONE = "America/New_York";
const next = (every: "day" | "week" | "month", after: string, hour = 8) =>
  nextSendTime({ every, hour }, ZONE, Temporal.Instant.from(after)).toString();

test("a report is sent at the local hour of the next day, Monday or first of a month", () => {
  assert.equal(next("day", "2026-11-18T12:59:59Z"), "2026-11-18T13:00:00Z");
  assert.equal(next("day", "2026-11-18T13:00:00Z"), "2026-11-19T13:00:00Z");
  assert.equal(next("week", "2026-11-18T00:00:00Z"), "2026-11-23T13:00:00Z");
  assert.equal(next("week", "2026-11-23T12:00:00Z"), "2026-11-23T13:00:00Z");
  assert.equal(next("month", "2026-11-18T00:00:00Z"), "2026-12-01T13:00:00Z");
  assert.equal(next("month", "2026-12-31T23:00:00Z"), "2027-01-01T13:00:00Z");
});

test("daylight saving time moves the hour in UTC, and an hour that is skipped is sent after it", () => {
  assert.equal(next("day", "2026-10-31T13:00:00Z"), "2026-11-01T13:00:00Z");
  assert.equal(next("day", "2026-03-07T13:00:00Z"), "2026-03-08T12:00:00Z");
  assert.equal(next("day", "2026-03-08T00:00:00Z", 2), "2026-03-08T07:00:00Z");
});

test("a report covers the whole days before it", () => {
  const days = (every: "day" | "week" | "month", on: string) => {
    const { first, last } = reportedDays(every, Temporal.PlainDate.from(on));
    return `${first} ${last}`;
  };
  assert.equal(days("day", "2026-11-01"), "2026-10-31 2026-10-31");
  assert.equal(days("week", "2026-11-23"), "2026-11-16 2026-11-22");
  assert.equal(days("month", "2027-03-01"), "2027-02-01 2027-02-28");
});
