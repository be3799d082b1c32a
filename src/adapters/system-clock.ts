/**
 * The clock of this machine, as business clock and wall clock, in milliseconds. Calls within the
 * same millisecond return the same instant, because creating one is slower than reading the time.
 */
import type { Clock } from "../ports/clock.ts";

let latestMs = 0;
let latest = Temporal.Instant.fromEpochMilliseconds(latestMs);

function now(): Temporal.Instant {
  const ms = Date.now();
  if (ms !== latestMs) {
    latestMs = ms;
    latest = Temporal.Instant.fromEpochMilliseconds(ms);
  }
  return latest;
}

export const systemClock: Clock = { business: now, wall: now };
