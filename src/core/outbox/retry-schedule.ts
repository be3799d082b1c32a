/** When to try again. Pure: time and chance are handed in. */
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
/** A pause is this much longer or shorter, so that what failed together does not return together. */
const JITTER = 0.2;

/** A receiver may ask us to stay away this long, not longer. */
export const RETRY_AFTER_MAX_MS = 6 * HOUR;
export const TRIED_FOR = Temporal.Duration.from({ hours: 72 });

export interface FailedTry {
  readonly at: Temporal.Instant;
  /** How many tries failed before this one. */
  readonly before: number;
  /** Undefined at the first failure. */
  readonly retryUntil: Temporal.Instant | undefined;
  /** What the receiver asked for. It can make a pause longer, never shorter. */
  readonly retryAfterMs?: number | undefined;
}

export type NextTry =
  | { readonly kind: "again"; readonly at: Temporal.Instant; readonly until: Temporal.Instant }
  | { readonly kind: "never" };

/** The last try is made when the three days are over, not at the last pause before that. */
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
