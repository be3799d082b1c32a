/**
 * The simulated bank's own calendar of Federal Reserve holidays as plain dates, so that a mistake
 * in the product's rules is noticed.
 */

const ZONE = "America/New_York";

const HOLIDAYS: ReadonlySet<string> = new Set([
  "2026-10-12", // Columbus Day
  "2026-11-11", // Veterans Day
  "2026-11-26", // Thanksgiving
  "2026-12-25", // Christmas
  "2027-01-01", // New Year
  "2027-01-18", // Martin Luther King Jr. Day
  "2027-02-15", // Presidents' Day
]);

export function isOpenDay(day: Temporal.PlainDate): boolean {
  return day.dayOfWeek <= 5 && !HOLIDAYS.has(day.toString());
}

/** The banking day that is this number of banking days later. */
export function addOpenDays(day: Temporal.PlainDate, count: number): Temporal.PlainDate {
  let found = day;
  for (let left = count; left > 0; ) {
    found = found.add({ days: 1 });
    if (isOpenDay(found)) left--;
  }
  return found;
}

export function listOpenDays(first: string, count: number): readonly Temporal.PlainDate[] {
  const start = Temporal.PlainDate.from(first);
  return Array.from({ length: count }, (_, at) => addOpenDays(start.subtract({ days: 1 }), at + 1));
}

/** An instant in New York, as text for the test's clock. */
export function inNewYork(day: Temporal.PlainDate, time: string): string {
  const plainTime = Temporal.PlainTime.from(time);
  return day.toZonedDateTime({ timeZone: ZONE, plainTime }).toInstant().toString();
}

export function newYorkDay(moment: Temporal.Instant): Temporal.PlainDate {
  return moment.toZonedDateTimeISO(ZONE).toPlainDate();
}

export function isBy(day: Temporal.PlainDate, limit: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, limit) <= 0;
}
