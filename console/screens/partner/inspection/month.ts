/** The days of a month in weeks that begin on Sunday. All days are in UTC. Pure. */

const MONTH = /^\d{4}-\d\d$/;
const DAYS_A_WEEK = 7;
const DAY_MS = 86_400_000;

export interface MonthPlace {
  readonly key: string;
  /** YYYY-MM-DD. Null: a place before the first day or after the last one. */
  readonly date: string | null;
}

export function listDays(month: string): readonly MonthPlace[] {
  if (!MONTH.test(month)) return [];
  const first = new Date(`${month}-01T00:00:00Z`);
  const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1));
  const count = Math.round((next.getTime() - first.getTime()) / DAY_MS);
  const before = first.getUTCDay();
  const length = Math.ceil((before + count) / DAYS_A_WEEK) * DAYS_A_WEEK;
  return Array.from({ length }, (_, place) => {
    const day = place - before + 1;
    const date = day < 1 || day > count ? null : `${month}-${pad(day)}`;
    return { key: date ?? `blank ${place}`, date };
  });
}

/** The month before or after, as YYYY-MM. */
export function moveMonth(month: string, by: -1 | 1): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** "November 2026" */
export function formatMonth(month: string): string {
  return format(`${month}-01`, { month: "long", year: "numeric" });
}

/** "Friday, November 20" */
export function formatDay(day: string): string {
  return format(day, { weekday: "long", month: "long", day: "numeric" });
}

function format(day: string, options: Intl.DateTimeFormatOptions): string {
  const moment = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(moment.getTime())) return day;
  return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(moment);
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
