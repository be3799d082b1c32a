/** Time zones by their IANA names. */

/** Returns the IANA name. An offset is not a zone, because it has no daylight saving time. */
export function readTimeZone(text: string): string | undefined {
  try {
    const { timeZoneId } = new Temporal.ZonedDateTime(0n, text);
    return /^[A-Z]/i.test(timeZoneId) ? timeZoneId : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
