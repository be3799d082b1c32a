/** Today at a glance: what was taken so far, by this time on other days, and in the last weeks. */
import type { Clock } from "../../ports/clock.ts";
import { localDate } from "../../values/local-time.ts";
import type { DaySumsStore } from "./day-sums-store.ts";
import type { DaySums, InFlight, KeptDay, Stretch, Sums, SumsStore } from "./sums-store.ts";

export interface DashboardNeeds {
  readonly sums: SumsStore;
  readonly daySums: DaySumsStore;
  readonly clock: Clock;
}

export interface MerchantPlace {
  readonly id: string;
  readonly timeZone: string;
}

export interface DashboardFigures {
  readonly day: string;
  readonly today: Sums;
  /** Up to the same time of day. */
  readonly yesterday: Sums;
  readonly lastWeek: Sums;
  readonly inFlight: InFlight;
}

export async function readDashboardFigures(
  { sums, clock }: Pick<DashboardNeeds, "sums" | "clock">,
  { id, timeZone }: MerchantPlace,
): Promise<DashboardFigures> {
  const now = clock.business();
  const sumOf = (daysAgo: number) => sums.sum(id, dayUntilNow(now, timeZone, daysAgo));
  const [today, yesterday, lastWeek, inFlight] = await Promise.all([
    sumOf(0),
    sumOf(1),
    sumOf(7),
    sums.inFlight(id),
  ]);
  return { day: localDate(now, timeZone).toString(), today, yesterday, lastWeek, inFlight };
}

/** A day from its first moment to this time on its own clocks, whatever they did in between. */
export function dayUntilNow(now: Temporal.Instant, timeZone: string, daysAgo: number): Stretch {
  const then = now.toZonedDateTimeISO(timeZone).subtract({ days: daysAgo });
  const isToday = daysAgo === 0;
  const until = isToday ? now.add({ microseconds: 1 }) : then.toInstant();
  return { from: then.startOfDay().toInstant(), until };
}

const DAYS = 30;
/** How long a kept sum is good: old days hardly change, yesterday may. */
const GOOD_FOR: readonly (readonly [daysAgo: number, minutes: number])[] = [
  [1, 5],
  [8, 60],
  [DAYS, 24 * 60],
];

/** The last thirty days, today included, the oldest first. Days without payments are there too. */
export async function lastDays(
  { sums, daySums, clock }: DashboardNeeds,
  place: MerchantPlace,
): Promise<readonly DaySums[]> {
  const today = localDate(clock.business(), place.timeZone);
  const days = Array.from({ length: DAYS }, (_, at) => today.subtract({ days: DAYS - 1 - at }));
  const first = days[0] ?? today;
  const kept = await daySums.find(place.id, first.toString(), place.timeZone);
  const now = clock.wall();
  const good = new Map(
    kept.filter((one) => isGood(one, today, now)).map((one) => [one.day, one] as const),
  );
  const missing = days.filter((day) => !good.has(day.toString()));
  const summed = await sumAll(sums, place, missing);
  const past = summed.filter(({ day }) => day !== today.toString());
  if (past.length > 0) {
    const keeping = { timeZone: place.timeZone, from: first.toString(), now };
    await daySums.keep(place.id, past, keeping);
  }
  const fresh = new Map(summed.map((one) => [one.day, one] as const));
  return days.map((day) => plain(fresh.get(day.toString()) ?? good.get(day.toString()), day));
}

function isGood({ day, summedAt }: KeptDay, today: Temporal.PlainDate, now: Temporal.Instant) {
  const daysAgo = Temporal.PlainDate.from(day).until(today).days;
  const [, minutes = 0] = GOOD_FOR.find(([most]) => daysAgo <= most) ?? [];
  const until = summedAt.add({ minutes });
  return daysAgo > 0 && Temporal.Instant.compare(until, now) > 0;
}

/** Days that follow on each other are summed together. */
async function sumAll(
  sums: SumsStore,
  { id, timeZone }: MerchantPlace,
  days: readonly Temporal.PlainDate[],
): Promise<readonly DaySums[]> {
  const summed: DaySums[] = [];
  for (const { from, until } of runsOf(days)) {
    const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant();
    const stretch = { from: startOf(from), until: startOf(until) };
    const found = await sums.sumDays(id, stretch, timeZone);
    const byDay = new Map(found.map((one) => [one.day, one] as const));
    for (let day = from; !day.equals(until); day = day.add({ days: 1 })) {
      summed.push(plain(byDay.get(day.toString()), day));
    }
  }
  return summed;
}

interface Run {
  readonly from: Temporal.PlainDate;
  /** Not included. */
  readonly until: Temporal.PlainDate;
}

export function runsOf(days: readonly Temporal.PlainDate[]): readonly Run[] {
  const runs: Run[] = [];
  for (const day of days) {
    const until = day.add({ days: 1 });
    const last = runs.at(-1);
    if (last?.until.equals(day)) runs.splice(-1, 1, { from: last.from, until });
    else runs.push({ from: day, until });
  }
  return runs;
}

function plain(sums: DaySums | undefined, day: Temporal.PlainDate): DaySums {
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
