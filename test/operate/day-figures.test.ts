/** The judgment of the long run: what is flat, and what grows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  judgeFlat,
  judgeGrowth,
  listTableGrowth,
  median,
  type Sample,
  TABLE,
} from "./day-figures.ts";

const TOLERANCE = { factor: 1.25, slack: 10 };

function samples(value: (at: number) => number, payments = (at: number) => at * 1_000) {
  return Array.from({ length: 101 }, (_, index): Sample => {
    const at = index / 100;
    return { at, payments: payments(at), values: { memory: value(at) } };
  });
}

test("the median of an even count is its upper middle, and that of nothing is no number", () => {
  assert.equal(median([4, 1, 3, 2]), 3);
  assert.ok(Number.isNaN(median([])));
});

test("a value that varies and returns is flat", () => {
  const wave = samples((at) => 100 + 30 * Math.sin(at * 50));
  assert.equal(judgeFlat(wave, "memory", TOLERANCE).isFlat, true);
});

test("a value that grows all the time is not flat", () => {
  assert.equal(
    judgeFlat(
      samples((at) => 100 + 200 * at),
      "memory",
      TOLERANCE,
    ).isFlat,
    false,
  );
});

test("what was never measured is not flat", () => {
  assert.equal(
    judgeFlat(
      samples(() => 1),
      "disk",
      TOLERANCE,
    ).isFlat,
    false,
  );
  assert.equal(
    judgeGrowth(
      samples(() => 1),
      "disk",
      TOLERANCE,
    ).isFlat,
    false,
  );
});

test("data may grow with payments, and not faster", () => {
  assert.equal(
    judgeGrowth(
      samples((at) => at * 1e6),
      "memory",
      TOLERANCE,
    ).isFlat,
    true,
  );
  assert.equal(
    judgeGrowth(
      samples((at) => at ** 3 * 1e6),
      "memory",
      TOLERANCE,
    ).isFlat,
    false,
  );
});

test("the tables that grew are listed, those that grew most in the last quarter first", () => {
  const sizes = [0.25, 0.5, 0.75, 1].map((at): Sample => {
    const values = { [`${TABLE}a`]: at * 400, [`${TABLE}b`]: at * 800, [`${TABLE}c`]: 8, size: at };
    return { at, payments: 0, values };
  });
  assert.deepEqual(listTableGrowth(sizes), [
    { name: "b", second: 200, last: 200 },
    { name: "a", second: 100, last: 100 },
  ]);
});
