/** How long a key or secret stays good that a new one replaces, and how many are good at once. */

export const DEFAULT_OVERLAP = Temporal.Duration.from({ hours: 24 });
export const OVERLAP_MAX_HOURS = 30 * 24;
/** Each is opened and tried at a login. */
export const GOOD_KEYS_MAX = 5;

/** Null ends what is replaced at once. */
export function isOverlap(overlap: Temporal.Duration | null): boolean {
  const seconds = overlap?.total("seconds");
  return seconds === undefined || (seconds > 0 && seconds <= OVERLAP_MAX_HOURS * 3_600);
}
