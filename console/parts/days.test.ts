/** Days of filters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startOfDay } from "./days.ts";

test("a filter's day starts at local midnight, and the next day follows", () => {
  const start = new Date(startOfDay("2026-02-28", 0));
  assert.deepEqual([start.getMonth(), start.getDate(), start.getHours()], [1, 28, 0]);
  const next = new Date(startOfDay("2026-02-28", 1));
  assert.deepEqual([next.getMonth(), next.getDate(), next.getHours()], [2, 1, 0]);
  assert.equal(startOfDay("tomorrow", 0), "");
});
