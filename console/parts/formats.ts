/** Formats amounts, times and statuses. Pure: the result depends only on the arguments. */

type Show = "both" | "date" | "time" | "seconds";

const DATE = { year: "numeric", month: "short", day: "numeric" } as const;
const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

const SHOWN: Record<Show, Intl.DateTimeFormatOptions> = {
  both: { ...DATE, ...TIME },
  date: DATE,
  time: TIME,
  seconds: { ...DATE, ...TIME, second: "2-digit" },
};

const LOCALE = "en-US";
const amounts = new Map<string, Intl.NumberFormat>();
const moments = new Map<string, Intl.DateTimeFormat>();

/** Formats −1234 in USD as "−$12.34". */
export function formatAmount(cents: number, currency: string): string {
  const format = amounts.get(currency) ?? amountFormat(currency);
  amounts.set(currency, format);
  return format.format(cents / 100).replace("-", "−");
}

/** In the given time zone with its short name: "Nov 15, 2026, 09:30 EST". */
export function formatMoment(at: string, zone: string | undefined, show: Show = "both"): string {
  const key = `${zone} ${show}`;
  const format = moments.get(key) ?? momentFormat(zone, show);
  moments.set(key, format);
  return format.format(new Date(at));
}

/** The name of a time zone that people use: "Eastern Time" for America/New_York. */
export function formatZone(zone: string): string {
  if (zone.endsWith("UTC")) return "UTC";
  const format = new Intl.DateTimeFormat(LOCALE, { timeZone: zone, timeZoneName: "longGeneric" });
  return format.formatToParts(0).find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

export function formatUtc(at: string): string {
  return `${formatMoment(at, "UTC", "seconds").replace(/ UTC$/, "")} UTC`;
}

/** Formats 12345 as "12,345". */
export function formatCount(count: number): string {
  return count.toLocaleString(LOCALE);
}

/** Capitalizes the first letter: "admin" becomes "Admin". */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function amountFormat(currency: string): Intl.NumberFormat {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(LOCALE, { style: "currency", currency, ...digits });
}

function momentFormat(zone: string | undefined, show: Show): Intl.DateTimeFormat {
  const named = show === "date" ? {} : { timeZoneName: "short" as const };
  return new Intl.DateTimeFormat(LOCALE, { ...SHOWN[show], ...named, timeZone: zone });
}
