/** Whether the time that a caller signed with is near: at most a quarter of an hour off, either way. */
import type { Clock } from "../../ports/clock.ts";

/** A login that was refused for its time alone: one of the two clocks is wrong. */
export interface StaleTimestamp {
  /** Positive: the caller's time is ahead of ours. */
  readonly offSeconds: number;
}

export interface TimestampNeeds {
  readonly clock: Clock;
  readonly onStaleTimestamp?: ((stale: StaleTimestamp) => void) | undefined;
}

const OFF_MAX_SECONDS = 15 * 60;

/** In Unix seconds, already read. */
export function isNearNow({ clock, onStaleTimestamp }: TimestampNeeds, seconds: number): boolean {
  const offSeconds = seconds - Math.floor(clock.wall().epochMilliseconds / 1_000);
  if (Math.abs(offSeconds) <= OFF_MAX_SECONDS) return true;
  onStaleTimestamp?.({ offSeconds });
  return false;
}
