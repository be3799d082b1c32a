/** Waits for a condition that something else brings about. */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";

const LIMIT_MS = 40_000;
const POLL_MS = 10;

/** Polls until the condition holds. Fails the test after the limit. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  limitMs = LIMIT_MS,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, `it did not happen within ${limitMs} ms: ${holds}`);
    await delay(POLL_MS);
  }
}
