/** How long a replaced key or secret still works, and how many can be active at once. */

export const DEFAULT_OVERLAP = Temporal.Duration.from({ hours: 24 });
export const OVERLAP_MAX_HOURS = 30 * 24;
/** A limit, because a login decrypts and tries each of them. */
export const GOOD_KEYS_MAX = 5;

/** Null ends the replaced key at once. */
export function isOverlap(overlap: Temporal.Duration | null): boolean {
  const seconds = overlap?.total("seconds");
  return seconds === undefined || (seconds > 0 && seconds <= OVERLAP_MAX_HOURS * 3_600);
}
