/** Checks the timestamp of a signed request: at most 15 minutes before or after now. */
import type { Clock } from "../../../ports/clock.ts";

/** A login that was refused because of its time: one of the two clocks is wrong. */
export interface StaleTimestamp {
  /** Positive: the caller's clock is ahead of ours. */
  readonly offSeconds: number;
}

export interface TimestampNeeds {
  readonly clock: Clock;
  readonly onStaleTimestamp?: ((stale: StaleTimestamp) => void) | undefined;
}

const OFF_MAX_SECONDS = 15 * 60;

export function isNearNow({ clock, onStaleTimestamp }: TimestampNeeds, seconds: number): boolean {
  const offSeconds = seconds - Math.floor(clock.wall().epochMilliseconds / 1_000);
  if (Math.abs(offSeconds) <= OFF_MAX_SECONDS) return true;
  onStaleTimestamp?.({ offSeconds });
  return false;
}
