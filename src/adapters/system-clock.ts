/**
 * The time of this machine, for both clocks, to the millisecond. Whoever asks within the same one
 * gets the same instant: a payment asks many times, and making one costs more than reading the time.
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
