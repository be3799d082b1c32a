/** Grouping of payments into chart bars. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { groupPayments } from "./payment-bars.ts";

const TALLY = {
  now: "2026-11-15T12:34:56Z",
  from: "2026-11-14T12:34:00Z",
  minutes: [
    { minute: "2026-11-14T12:40:00Z", approved: 9, declined: 9 },
    { minute: "2026-11-15T11:50:00Z", approved: 2, declined: 1 },
    { minute: "2026-11-15T12:00:00Z", approved: 3, declined: 0 },
    { minute: "2026-11-15T12:34:00Z", approved: 4, declined: 0 },
  ],
};

test("a day has 24 bars, and the last one is still growing", () => {
  const bars = groupPayments(TALLY, "hour", "UTC");
  assert.deepEqual(
    [bars.labels.length, bars.labels[0], bars.labels.at(-1)],
    [24, "13:00", "12:00"],
  );
  assert.deepEqual(bars.series.approved.slice(-2), [2, 7]);
  assert.deepEqual([bars.approved, bars.declined, bars.isWhole], [9, 1, true]);
});

test("an hour has 60 bars, and incomplete counts are marked", () => {
  const bars = groupPayments({ ...TALLY, from: "2026-11-15T12:00:00Z" }, "minute", "UTC");
  assert.deepEqual(
    [bars.labels.length, bars.labels.at(-1), bars.series.approved.at(-1)],
    [60, "12:34", 4],
  );
  assert.deepEqual([bars.approved, bars.isWhole], [9, false]);
});
