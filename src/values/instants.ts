/**
 * Sums and texts of instants that many requests share. Payments of one millisecond ask for the same
 * ones again and again, and making one takes longer than remembering it.
 */

const SUMS_MAX = 16;
const sums: { from: Temporal.Instant; ms: number; sum: Temporal.Instant }[] = [];
let oldest = 0;

/** The instant so many milliseconds later. */
export function laterBy(from: Temporal.Instant, ms: number): Temporal.Instant {
  if (ms === 0) return from;
  for (const known of sums) {
    if (known.from === from && known.ms === ms) return known.sum;
  }
  const sum = Temporal.Instant.fromEpochMilliseconds(from.epochMilliseconds + ms);
  sums[oldest] = { from, ms, sum };
  oldest = (oldest + 1) % SUMS_MAX;
  return sum;
}

const texts = new WeakMap<Temporal.Instant, string>();

/** As ISO 8601 has it, in UTC. */
export function instantText(instant: Temporal.Instant): string {
  const known = texts.get(instant);
  if (known !== undefined) return known;
  const text = instant.toString();
  texts.set(instant, text);
  return text;
}
