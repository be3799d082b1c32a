/** Tests of statistics.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { median, middleHalf, quantile } from "./statistics.ts";

test("the median is the middle value, or halfway between the two middle ones", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(median([7]), 7);
});

test("an empty list has no median", () => {
  assert.ok(Number.isNaN(median([])));
});

test("a quantile between two values is interpolated", () => {
  assert.equal(quantile([10, 20], 0.25), 12.5);
  const hundred = Array.from({ length: 101 }, (_, value) => value);
  assert.equal(quantile(hundred, 0.99), 99);
});

test("one disturbed round among seven does not widen the spread", () => {
  assert.deepEqual(middleHalf([1, 1, 1, 1, 1, 1, 100]), { low: 1, high: 1 });
  assert.deepEqual(middleHalf([5, 1, 3, 2, 4]), { low: 2, high: 4 });
});

test("the spread contains the median, and both are among the values", () => {
  const values = fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(values, (all) => {
      const { low, high } = middleHalf(all);
      const middle = median(all);
      const tolerance = 1e-6;
      assert.ok(low <= middle + tolerance && middle <= high + tolerance);
      assert.ok(Math.min(...all) <= low + tolerance && high <= Math.max(...all) + tolerance);
    }),
  );
});
