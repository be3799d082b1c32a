/** Tests of instants.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addMilliseconds, instantText } from "./instants.ts";

const anInstant = fc
  .integer({ min: 0, max: 4_000_000_000_000 })
  .map((ms) => Temporal.Instant.fromEpochMilliseconds(ms));

test("the sum is correct for any instant, also when it is cached", () => {
  const some = fc.array(anInstant, { minLength: 1, maxLength: 40 });
  const asked = fc.array(fc.tuple(fc.nat(39), fc.integer({ min: -5, max: 5_000 })));
  fc.assert(
    fc.property(some, asked, (instants, questions) => {
      for (const [place, ms] of questions) {
        const from = instants[place % instants.length] ?? assert.fail();
        assert.equal(addMilliseconds(from, ms).epochMilliseconds, from.epochMilliseconds + ms);
      }
    }),
  );
});

test("the text is correct for any instant, also when it is cached", () => {
  fc.assert(
    fc.property(anInstant, (instant) => {
      assert.equal(instantText(instant), instant.toString());
      assert.equal(instantText(instant), instant.toString());
    }),
  );
});
