/** How moments are written for people of a place: YYYY-MM-DD HH:MM:SS on their own clocks. */

export function localTime(moment: Temporal.Instant, timeZone: string): string {
  const local = moment.toZonedDateTimeISO(timeZone).toPlainDateTime();
  return local.toString({ smallestUnit: "second" }).replace("T", " ");
}

export function localDate(moment: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  return moment.toZonedDateTimeISO(timeZone).toPlainDate();
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return /^[A-Z]/.test(name);
  } catch {
    return false;
  }
}
