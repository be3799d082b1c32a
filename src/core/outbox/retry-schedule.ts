/** The time of the next delivery attempt. Pure: time and randomness are parameters. */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const PAUSES_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  3 * HOUR,
  6 * HOUR,
] as const;
const LONGEST_MS = 6 * HOUR;
/** Pauses vary by this fraction, so that events that failed together are not retried together. */
const JITTER = 0.2;

/** The longest pause that a receiver can ask for. */
export const RETRY_AFTER_MAX_MS = 6 * HOUR;
export const TRIED_FOR = Temporal.Duration.from({ hours: 72 });

export interface FailedTry {
  readonly at: Temporal.Instant;
  /** How many attempts failed before this one. */
  readonly before: number;
  /** Undefined at the first failure. */
  readonly retryUntil: Temporal.Instant | undefined;
  /** The pause that the receiver asked for. It can make a pause longer, never shorter. */
  readonly retryAfterMs?: number | undefined;
}

export type NextTry =
  | { readonly kind: "again"; readonly at: Temporal.Instant; readonly until: Temporal.Instant }
  | { readonly kind: "never" };

/** The last attempt is made when the three days are over. */
export function nextTry(failed: FailedTry, random: () => number): NextTry {
  const until = failed.retryUntil ?? failed.at.add(TRIED_FOR);
  if (Temporal.Instant.compare(failed.at, until) >= 0) return { kind: "never" };
  const asked = Math.min(failed.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS);
  const pauseMs = Math.max(asked, pauseAfter(failed.before, random));
  const at = failed.at.add({ milliseconds: pauseMs });
  return { kind: "again", at: Temporal.Instant.compare(at, until) < 0 ? at : until, until };
}

function pauseAfter(before: number, random: () => number): number {
  const pauseMs = PAUSES_MS[before] ?? LONGEST_MS;
  return Math.round(pauseMs * (1 - JITTER + 2 * JITTER * random()));
}
