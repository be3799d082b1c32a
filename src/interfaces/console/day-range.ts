/** Reads the date range of a list from the query: whole days, from `from` until `to`, in a time zone. */
import type { Query } from "./read.ts";

export interface DayRange {
  readonly from: Temporal.Instant | undefined;
  /** Exclusive. */
  readonly until: Temporal.Instant | undefined;
}

/** Invalid days, and an unknown time zone, are ignored. */
export function readDayRange(query: Query, timeZone: string): DayRange {
  const until = readDay(query.text("to"))?.add({ days: 1 });
  return {
    from: startOf(readDay(query.text("from")), timeZone),
    until: startOf(until, timeZone),
  };
}

/** A time with an offset. Invalid times are ignored, as in every page address. */
export function readInstant(query: Query, name: string): Temporal.Instant | undefined {
  return parseStorableTime(query.text(name));
}

/** Years that the database reads as they are written. */
const FOUR_DIGIT_YEAR = /^(?!0000)\d{4}-/;

/** Undefined if it is no time, or one that the database cannot read. */
export function parseStorableTime(text = ""): Temporal.Instant | undefined {
  const moment = orUndefined(() => Temporal.Instant.from(text));
  return moment && FOUR_DIGIT_YEAR.test(moment.toString()) ? moment : undefined;
}

function readDay(text = ""): Temporal.PlainDate | undefined {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return undefined;
  return orUndefined(() => Temporal.PlainDate.from(text, { overflow: "reject" }));
}

function startOf(day: Temporal.PlainDate | undefined, timeZone: string) {
  return orUndefined(() => day?.toZonedDateTime(timeZone).toInstant());
}

function orUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
