/**
 * Reads a moment of a request: `YYYY-MM-DD HH:MM:SS`, or ISO 8601 in its extended or basic format.
 * Without an offset it is UTC, and without a time it is the beginning of the day.
 */

/** PostgreSQL has no year 0. */
const EARLIEST = Temporal.Instant.from("0001-01-01T00:00:00Z");
const OFFSET = "([Zz]|[+-]\\d\\d(?::?\\d\\d)?)?";
// Second 60 is refused, because Temporal would read it as 59.
const EXTENDED = new RegExp(
  `^(\\d{4}-\\d\\d-\\d\\d)(?:[ Tt](\\d\\d:\\d\\d(?::[0-5]\\d(?:[.,]\\d{1,9})?)?)${OFFSET})?$`,
);
const BASIC = new RegExp(`^(\\d{8})(?:[Tt](\\d{4}(?:[0-5]\\d(?:[.,]\\d{1,9})?)?)${OFFSET})?$`);

/** Returns undefined if the text is not an existing date and time. */
export function readMoment(text: string): Temporal.Instant | undefined {
  const isBasic = BASIC.test(text);
  const [, day, time, offset = "Z"] = (isBasic ? BASIC : EXTENDED).exec(text) ?? [];
  if (day === undefined) return undefined;
  try {
    const moment = Temporal.Instant.from(`${day}T${time ?? (isBasic ? "0000" : "00:00")}${offset}`);
    return Temporal.Instant.compare(moment, EARLIEST) < 0 ? undefined : moment;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
