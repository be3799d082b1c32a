/** The days of a calendar's month. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDay, formatMonth, listDays, moveMonth } from "./month.ts";

const dates = (month: string) => listDays(month).map(({ date }) => date);

test("a month fills whole weeks from Sunday on", () => {
  const days = dates("2026-11");
  assert.deepEqual(
    [days.length, days[0], days[29], days[34]],
    [35, "2026-11-01", "2026-11-30", null],
  );
  const short = dates("2026-02");
  assert.deepEqual([short.length, short[0], short[27]], [28, "2026-02-01", "2026-02-28"]);
  assert.equal(dates("2028-02").filter(Boolean).at(-1), "2028-02-29");
  assert.deepEqual(dates("2026-12").slice(0, 3), [null, null, "2026-12-01"]);
  assert.deepEqual(dates("nonsense"), []);
});

test("months follow each other across years", () => {
  assert.deepEqual([moveMonth("2026-12", 1), moveMonth("2026-01", -1)], ["2027-01", "2025-12"]);
});

test("days are named in words", () => {
  assert.deepEqual(
    [formatMonth("2026-11"), formatDay("2026-11-20"), formatDay("x")],
    ["November 2026", "Friday, November 20", "x"],
  );
});
