/** Amounts, moments and states as text. Pure: what is shown depends on what is given alone. */

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

/** −1234 and USD: "−$12.34". */
export function formatAmount(cents: number, currency: string): string {
  const format = amounts.get(currency) ?? amountFormat(currency);
  amounts.set(currency, format);
  return format.format(cents / 100).replace("-", "−");
}

/** In the zone's own time, with the zone's short name: "Nov 15, 2026, 09:30 EST". */
export function formatMoment(at: string, zone: string | undefined, show: Show = "both"): string {
  const key = `${zone} ${show}`;
  const format = moments.get(key) ?? momentFormat(zone, show);
  moments.set(key, format);
  return format.format(new Date(at));
}

export function formatUtc(at: string): string {
  return `${formatMoment(at, "UTC", "seconds").replace(/ UTC$/, "")} UTC`;
}

/** "in_transit": "In transit". */
export function wordsOfState(state: string): string {
  const words = state.replaceAll(/[_-]+/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** 12345: "12,345". */
export function formatCount(count: number): string {
  return count.toLocaleString(LOCALE);
}

function amountFormat(currency: string): Intl.NumberFormat {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat(LOCALE, { style: "currency", currency, ...digits });
}

function momentFormat(zone: string | undefined, show: Show): Intl.DateTimeFormat {
  const named = show === "date" ? {} : { timeZoneName: "short" as const };
  return new Intl.DateTimeFormat(LOCALE, { ...SHOWN[show], ...named, timeZone: zone });
}
