/** Tax rates: valid values, and reading them back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatPercent, type PercentE4, parsePercent } from "./percent.ts";

test("a rate has up to four decimals and is at most 100", () => {
  const good: readonly [text: string, steps: number][] = [
    ["0", 0],
    ["8", 80_000],
    ["8.875", 88_750],
    ["8.8750", 88_750],
    ["0.0001", 1],
    ["100", 1_000_000],
    ["007", 70_000],
  ];
  for (const [text, steps] of good) assert.equal(parsePercent(text), steps, text);
  const bad = ["", " ", "-1", "+1", "1e1", "8.", ".5", "8.87501", "100.0001", "1000", "8,5", "8 %"];
  for (const text of bad) assert.equal(parsePercent(text), undefined, text);
});

test("a written rate is read back unchanged", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (steps) => {
      assert.equal(parsePercent(formatPercent(steps as PercentE4)), steps);
    }),
  );
  assert.equal(formatPercent(88_750 as PercentE4), "8.875");
  assert.equal(formatPercent(1_000_000 as PercentE4), "100");
  assert.equal(formatPercent(70_000 as PercentE4), "7");
});
