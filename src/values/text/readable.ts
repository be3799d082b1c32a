/** Writes amounts, days and times as customers in the United States read them, on pages and in emails. */
import type { Cents } from "../money.ts";

const LOCALE = "en-US";

/** Creating a format is slow, so each is created once. */
const amounts = new Map<string, Intl.NumberFormat>();
const moments = new Map<string, Intl.DateTimeFormat>();

/** Writes 123456 in USD as "$1,234.56". */
export function formatMoney(cents: Cents, currency: string): string {
  return findAmountFormat(currency).format(cents / 100);
}

/** The currency sign before an amount field. */
export function currencySign(currency: string): string {
  const parts = findAmountFormat(currency).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

/** Writes a moment as "Nov 15, 2026, 10:32 AM ET". */
export function readableMoment(moment: Temporal.Instant, timeZone: string): string {
  const text = findMomentFormat(timeZone).format(moment.epochMilliseconds);
  // The format puts a narrow space before AM and PM, which some mail programs show as a box.
  return text.replaceAll("\u202f", " ");
}

/** The same for a local time such as "2026-11-15 10:32:00". */
export function readableTimestamp(timestamp: string, timeZone: string): string {
  const local = Temporal.PlainDateTime.from(timestamp.replace(" ", "T"));
  return readableMoment(local.toZonedDateTime(timeZone).toInstant(), timeZone);
}

/** Writes a day as "November 15, 2026". */
export function readableDay(day: Temporal.PlainDate): string {
  return day.toLocaleString(LOCALE, { dateStyle: "long" });
}

function findAmountFormat(currency: string): Intl.NumberFormat {
  let format = amounts.get(currency);
  if (format === undefined) {
    format = new Intl.NumberFormat(LOCALE, { style: "currency", currency });
    amounts.set(currency, format);
  }
  return format;
}

function findMomentFormat(timeZone: string): Intl.DateTimeFormat {
  let format = moments.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(LOCALE, {
      timeZone,
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      // ET, in summer and in winter. The generic name of UTC would be GMT+0.
      timeZoneName: timeZone.endsWith("UTC") ? "short" : "shortGeneric",
    });
    moments.set(timeZone, format);
  }
  return format;
}
