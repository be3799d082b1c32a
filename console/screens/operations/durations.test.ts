/** Formatting of durations, sizes and rates. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDuration, rateText, sizeText } from "./durations.ts";

test("a duration is shown in its two largest units", () => {
  const cases: [number, string][] = [
    [-5, "0 s"],
    [4_200, "4 s"],
    [90_000, "1 min 30 s"],
    [5_400_000, "1 h 30 min"],
    [86_400_000, "1 d"],
    [86_405_000, "1 d"],
    [100 * 3_600_000, "4 d 4 h"],
  ];
  for (const [ms, text] of cases) assert.equal(formatDuration(ms), text);
});

test("sizes and rates are rounded", () => {
  assert.deepEqual([0, 999, 1_000, 1_234_567].map(sizeText), ["0 B", "999 B", "1.0 kB", "1.2 MB"]);
  assert.equal(rateText(0.0312), "3.12%");
});
