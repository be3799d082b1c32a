/** Reads durations and moments as people type them: 3d, 2h, 90m, 1d12h, 2026-12-01. */
const SPAN = /^(?:(\d{1,4})d)?(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?$/;

/** Days are calendar days: the caller adds the duration to a zoned time. */
export function parseTimeSpan(text: string): Temporal.Duration | undefined {
  const match = SPAN.exec(text);
  if (match === null || text === "") return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return Temporal.Duration.from({ days, hours, minutes, seconds });
}

/** Reads a date or a date with time. Without an offset it is UTC. */
export function parseMoment(text: string): Temporal.Instant | undefined {
  const iso = text.trim().replace(" ", "T");
  const withTime = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? `${iso}T00:00:00` : iso;
  const withZone = /(Z|[+-]\d{2}(:?\d{2})?)$/i.test(withTime.slice(10)) ? withTime : `${withTime}Z`;
  try {
    return Temporal.Instant.from(withZone);
  } catch {
    return undefined;
  }
}
