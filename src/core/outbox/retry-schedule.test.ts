/** The pauses between attempts to deliver an event. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type FailedTry, nextTry, RETRY_AFTER_MAX_MS, TRIED_FOR } from "./retry-schedule.ts";

const START = Temporal.Instant.from("2026-03-01T12:00:00Z");
const middle = () => 0.5;

/** The pauses in seconds between attempts that all fail. */
function listPauses(random: () => number): number[] {
  const pauses: number[] = [];
  let failed: FailedTry = { at: START, before: 0, retryUntil: undefined };
  for (;;) {
    const next = nextTry(failed, random);
    if (next.kind === "never") return pauses;
    pauses.push(failed.at.until(next.at).total("seconds"));
    failed = { at: next.at, before: failed.before + 1, retryUntil: next.until };
  }
}

test("pauses grow from seconds to hours", () => {
  const [HOUR, MINUTE] = [3600, 60];
  assert.deepEqual(listPauses(middle).slice(0, 9), [
    5,
    30,
    2 * MINUTE,
    10 * MINUTE,
    30 * MINUTE,
    HOUR,
    3 * HOUR,
    6 * HOUR,
    6 * HOUR,
  ]);
});

test("the last attempt is made three days after the first failure", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (draws) => {
      let drawn = 0;
      const pauses = listPauses(() => draws[drawn++ % draws.length] ?? 0);
      const total = pauses.reduce((a, b) => a + b, 0);
      assert.ok(Math.abs(total - TRIED_FOR.total("seconds")) < 0.001, `${total}`);
      assert.ok(pauses.length < 30);
    }),
  );
});

test("events that failed together are not retried together", () => {
  const [low] = listPauses(() => 0);
  const [high] = listPauses(() => 0.999);
  assert.ok(low !== undefined && high !== undefined && high - low > 1);
});

test("a receiver can ask for a longer pause, up to a limit, but not for a shorter one", () => {
  const after = (retryAfterMs: number) => {
    const next = nextTry({ at: START, before: 1, retryUntil: undefined, retryAfterMs }, middle);
    return next.kind === "again" ? START.until(next.at).total("milliseconds") : undefined;
  };
  assert.equal(after(1_000), 30_000);
  assert.equal(after(90_000), 90_000);
  assert.equal(after(RETRY_AFTER_MAX_MS * 10), RETRY_AFTER_MAX_MS);
});
