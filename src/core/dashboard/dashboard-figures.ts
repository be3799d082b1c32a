/** The dashboard's figures: today so far, other days up to the same time, and the last days. */
import type { Clock } from "../../ports/clock.ts";
import { localDate } from "../../values/local-time.ts";
import type { DaySumsStore } from "./day-sums-store.ts";
import type {
  DaySums,
  Period,
  StoredDaySums,
  SumsStore,
  TransactionSums,
  UnsettledEntries,
} from "./sums-store.ts";

export interface DashboardNeeds {
  readonly sums: SumsStore;
  readonly daySums: DaySumsStore;
  readonly clock: Clock;
}

export interface DashboardAccount {
  readonly id: string;
  readonly timeZone: string;
}

export interface DashboardFigures {
  readonly day: string;
  readonly today: TransactionSums;
  /** Up to the same time of day. */
  readonly yesterday: TransactionSums;
  readonly lastWeek: TransactionSums;
  readonly inFlight: UnsettledEntries;
}

export async function readDashboardFigures(
  { sums, clock }: Pick<DashboardNeeds, "sums" | "clock">,
  { id, timeZone }: DashboardAccount,
): Promise<DashboardFigures> {
  const now = clock.business();
  const sumOf = (daysAgo: number) => sums.sumPeriod(id, dayUntilNow(now, timeZone, daysAgo));
  const [today, yesterday, lastWeek, inFlight] = await Promise.all([
    sumOf(0),
    sumOf(1),
    sumOf(7),
    sums.sumUnsettledEntries(id),
  ]);
  return { day: localDate(now, timeZone).toString(), today, yesterday, lastWeek, inFlight };
}

/** A past day from its start to the current local time, also across a daylight saving change. */
export function dayUntilNow(now: Temporal.Instant, timeZone: string, daysAgo: number): Period {
  const then = now.toZonedDateTimeISO(timeZone).subtract({ days: daysAgo });
  const isToday = daysAgo === 0;
  const until = isToday ? now.add({ microseconds: 1 }) : then.toInstant();
  return { from: then.startOfDay().toInstant(), until };
}

/** How many days the chart can show. */
export const DAY_RANGES = [7, 30, 90] as const;
export type DayRangeLength = (typeof DAY_RANGES)[number];
const DAYS_MAX = Math.max(...DAY_RANGES);
/** How long a stored sum stays fresh, by the age of its day. Old days hardly change. */
const FRESH_MINUTES: readonly (readonly [daysAgo: number, minutes: number])[] = [
  [1, 5],
  [8, 60],
  [DAYS_MAX, 24 * 60],
];

/** The last days including today, oldest first. Days without payments have zeros. */
export async function readLastDays(
  { sums, daySums, clock }: DashboardNeeds,
  place: DashboardAccount,
  length: DayRangeLength,
): Promise<readonly DaySums[]> {
  const today = localDate(clock.business(), place.timeZone);
  const days = Array.from({ length }, (_, at) => today.subtract({ days: length - 1 - at }));
  const first = days[0] ?? today;
  const kept = await daySums.findDaySums(place.id, first.toString(), place.timeZone);
  const now = clock.wall();
  const good = new Map(
    kept.filter((one) => isFresh(one, today, now)).map((one) => [one.day, one] as const),
  );
  const missing = days.filter((day) => !good.has(day.toString()));
  const summed = await sumMissingDays(sums, place, missing);
  const past = summed.filter(({ day }) => day !== today.toString());
  if (past.length > 0) {
    const oldest = today.subtract({ days: DAYS_MAX - 1 });
    const keeping = { timeZone: place.timeZone, from: oldest.toString(), now };
    await daySums.saveDaySums(place.id, past, keeping);
  }
  const fresh = new Map(summed.map((one) => [one.day, one] as const));
  return days.map((day) => withZeros(fresh.get(day.toString()) ?? good.get(day.toString()), day));
}

function isFresh(
  { day, summedAt }: StoredDaySums,
  today: Temporal.PlainDate,
  now: Temporal.Instant,
) {
  const daysAgo = Temporal.PlainDate.from(day).until(today).days;
  const [, minutes = 0] = FRESH_MINUTES.find(([most]) => daysAgo <= most) ?? [];
  const until = summedAt.add({ minutes });
  return daysAgo > 0 && Temporal.Instant.compare(until, now) > 0;
}

/** One query for each group of consecutive days. */
async function sumMissingDays(
  sums: SumsStore,
  { id, timeZone }: DashboardAccount,
  days: readonly Temporal.PlainDate[],
): Promise<readonly DaySums[]> {
  const summed: DaySums[] = [];
  for (const { from, until } of groupConsecutiveDays(days)) {
    const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant();
    const stretch = { from: startOf(from), until: startOf(until) };
    const found = await sums.sumDays(id, stretch, timeZone);
    const byDay = new Map(found.map((one) => [one.day, one] as const));
    for (let day = from; !day.equals(until); day = day.add({ days: 1 })) {
      summed.push(withZeros(byDay.get(day.toString()), day));
    }
  }
  return summed;
}

interface DayRange {
  readonly from: Temporal.PlainDate;
  /** Exclusive. */
  readonly until: Temporal.PlainDate;
}

export function groupConsecutiveDays(days: readonly Temporal.PlainDate[]): readonly DayRange[] {
  const ranges: DayRange[] = [];
  for (const day of days) {
    const until = day.add({ days: 1 });
    const last = ranges.at(-1);
    if (last?.until.equals(day)) ranges.splice(-1, 1, { from: last.from, until });
    else ranges.push({ from: day, until });
  }
  return ranges;
}

function withZeros(sums: DaySums | undefined, day: Temporal.PlainDate): DaySums {
  return {
    day: day.toString(),
    saleCount: sums?.saleCount ?? 0,
    saleCents: sums?.saleCents ?? 0,
    refundCount: sums?.refundCount ?? 0,
    refundCents: sums?.refundCents ?? 0,
    approvedCount: sums?.approvedCount ?? 0,
    declinedCount: sums?.declinedCount ?? 0,
  };
}
