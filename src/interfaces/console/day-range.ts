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
