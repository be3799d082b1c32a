/** Dates and times of ACH files: YYMMDD, HHMM, or the day of the year. Years are 2000 to 2099. */

const CENTURY = 2_000;

export function writeDate(date: Temporal.PlainDate): string {
  return date.toString().slice(2).replaceAll("-", "");
}

export function writeTime(time: Temporal.PlainTime): string {
  return time.toString({ smallestUnit: "minute" }).replace(":", "");
}

export function writeDayOfYear(day: number | undefined): string {
  return day === undefined ? "" : String(day).padStart(3, "0");
}

export function parseNachaDate(digits: string): Temporal.PlainDate | undefined {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? [];
  const fields = { year: CENTURY + Number(year), month: Number(month), day: Number(day) };
  try {
    return Temporal.PlainDate.from(fields, { overflow: "reject" });
  } catch {
    return undefined;
  }
}

export function parseNachaTime(digits: string): Temporal.PlainTime | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3])([0-5]\d)$/.exec(digits) ?? [];
  if (minute === undefined) return undefined;
  return Temporal.PlainTime.from({ hour: Number(hour), minute: Number(minute) });
}

/** A day of the year, 001 to 366. */
export function parseDayOfYear(digits: string): number | undefined {
  const day = /^\d{3}$/.test(digits) ? Number(digits) : 0;
  return day >= 1 && day <= 366 ? day : undefined;
}
