/** Random times: mostly at the edges of days, hours and months, and at changes of clocks. */
import { CENTRAL } from "./clocks.ts";
import type { Dice } from "./dice.ts";

/**
 * Possible times of the business clock: after days of 23 and 25 hours and ends of months and years.
 * Any four in a row include both changes of clocks in New York or Havana.
 */
const NOWS: readonly string[] = [
  "2026-03-09T12:00:00Z",
  "2026-11-02T12:00:00Z",
  "2026-03-30T00:30:00Z",
  "2027-01-01T04:59:59.999999Z",
  "2026-03-08T06:59:59Z",
  "2026-11-01T06:30:00.5Z",
  "2026-04-01T04:00:00Z",
  "2026-10-26T03:00:00.123456Z",
  "2027-03-15T10:00:00Z",
  "2027-11-08T10:00:00Z",
  "2028-03-01T06:00:00Z",
  "2026-11-15T17:00:00Z",
];

/** Consecutive seeds use consecutive times. */
export function nowOf(seed: number): string {
  return NOWS[seed % NOWS.length] ?? "2026-11-15T17:00:00Z";
}

export interface Edges {
  readonly now: string;
  readonly zones: readonly string[];
}

const STEPS: readonly Temporal.DurationLike[] = [
  { seconds: 0 },
  { seconds: 0 },
  { microseconds: -1 },
  { milliseconds: -1 },
  { seconds: -1 },
  { seconds: 1 },
  { minutes: 90 },
  { minutes: 150 },
  { hours: 3 },
  { hours: 12 },
  { hours: 23, minutes: 30 },
];

/** Mostly yesterday, sometimes weeks ago, and rarely in the future. */
export function randomMoment(dice: Dice, edges: Edges): string {
  if (dice.happens(4)) return dice.one([edges.now, add(edges.now, { microseconds: 1 })]);
  const change = dice.happens(8) ? aroundChange(dice, edges) : undefined;
  if (change !== undefined) return change;
  const zone = dice.one([...edges.zones, CENTRAL, "UTC"]);
  const daysAgo = dice.one([0, 1, 1, 1, 1, 2, 2, 3, dice.between(-1, 45)]);
  const day = Temporal.Instant.from(edges.now)
    .toZonedDateTimeISO(zone)
    .subtract({ days: daysAgo })
    .startOfDay();
  const step = dice.happens(60) ? dice.one(STEPS) : { seconds: dice.between(0, 86_399) };
  return day.add(step).toInstant().toString();
}

const AROUND: readonly Temporal.DurationLike[] = [
  { seconds: 0 },
  { seconds: -1 },
  { minutes: -30 },
  { minutes: 30 },
  { hours: -1 },
];

/** The last change of clocks in a zone, if it was recent. */
function aroundChange(dice: Dice, { now, zones }: Edges): string | undefined {
  const here = Temporal.Instant.from(now).toZonedDateTimeISO(dice.one(zones));
  const change = here.getTimeZoneTransition("previous");
  if (change === null || change.until(here).total({ unit: "hours" }) > 30 * 24) return undefined;
  return change.add(dice.one(AROUND)).toInstant().toString();
}

export function add(moment: string, duration: Temporal.DurationLike): string {
  const utc = Temporal.Instant.from(moment).toZonedDateTimeISO("UTC").add(duration);
  return utc.toInstant().toString();
}

/** Ids start with the number of the month; January 2000 is 1. */
export function monthNumber(moment: string): number {
  const { year, month } = Temporal.Instant.from(moment).toZonedDateTimeISO("UTC");
  return (year - 2000) * 12 + month;
}
