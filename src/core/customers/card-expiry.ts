/** Compares expiration dates of cards (MMYY) with a month. Pure. */
import { localDate } from "../../values/local-time.ts";

/** This month and the next one, in the account's time zone, as MMYY. */
export function expiringMonths(now: Temporal.Instant, timeZone: string): readonly string[] {
  const month = localDate(now, timeZone).toPlainYearMonth();
  return [month, month.add({ months: 1 })].map(wireMonth);
}

function wireMonth({ month, year }: Temporal.PlainYearMonth): string {
  return `${String(month).padStart(2, "0")}${String(year % 100).padStart(2, "0")}`;
}

const MMYY = /^(0[1-9]|1[0-2])(\d\d)$/;

/** `soon`: this month or next month. Undefined: later, or not known. */
export function expiryState(
  expiration: string | null,
  now: Temporal.PlainYearMonth,
): "soon" | "over" | undefined {
  const [, month, year] = MMYY.exec(expiration ?? "") ?? [];
  if (month === undefined || year === undefined) return undefined;
  const last = new Temporal.PlainYearMonth(2000 + Number(year), Number(month));
  if (Temporal.PlainYearMonth.compare(last, now) < 0) return "over";
  return Temporal.PlainYearMonth.compare(last, now.add({ months: 1 })) <= 0 ? "soon" : undefined;
}
