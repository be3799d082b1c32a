/** Days of filters, in the browser's time zone. Pure. */

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** The start of a day, or of a later one, in ISO 8601. Empty if the text is not a valid day. */
export function startOfDay(day: string, daysLater: number): string {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (year === undefined) return "";
  const start = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  return Number.isNaN(start.getTime()) ? "" : start.toISOString();
}
