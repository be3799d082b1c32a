/**
 * What a purge may remove without an operator's word. A purge that runs every day removes about a
 * day's records; much more than that means that a clock, a setting or a restored copy is wrong. Pure.
 */
import type { Removal } from "./purge-step.ts";

export interface Planned extends Removal {
  readonly what: string;
}

export interface PurgeHistory {
  /** The moment of the last run that finished; undefined: none did. */
  readonly doneUpTo: Temporal.Instant | undefined;
}

/** A week of standing still is caught up with by itself. */
export const DAYS_MAX = 7;
/** So few records are no harm, and nobody should be asked about them. */
const COUNT_MIN = 1_000;
/** A month of transactions goes whole, once a month. */
export const MONTH_DAYS = 31;

/** Why an operator must allow it, in a sentence; undefined: it is as usual. */
export function unusualPurge(
  planned: readonly Planned[],
  at: Temporal.Instant,
  { doneUpTo }: PurgeHistory,
): string | undefined {
  const gapDays = doneUpTo === undefined ? 0 : daysBetween(doneUpTo, at);
  const [big] = planned.filter(isBig);
  if (big !== undefined) {
    return `${big.count} ${big.what} cover ${Math.floor(big.spanDays)} days, and a run usually removes one day`;
  }
  const hasMany = planned.some(({ count, what }) => count >= COUNT_MIN || isMonths(what, count));
  if (gapDays > DAYS_MAX && hasMany) {
    return `the last run was ${Math.floor(gapDays)} days earlier`;
  }
  return undefined;
}

/** What removes whole months says so in its name. */
export const MONTHS = "months of transactions";

function isMonths(what: string, count: number): boolean {
  return what === MONTHS && count > 0;
}

function isBig({ what, count, spanDays }: Planned): boolean {
  if (what === MONTHS) return count > 1;
  return count >= COUNT_MIN && spanDays > DAYS_MAX;
}

export interface AllowedPurge {
  readonly upTo: Temporal.Instant;
  readonly counts: Readonly<Record<string, number>>;
}

/** Records go on growing old until the run comes, so that some more are covered too. */
export function isWithinAllowance(
  planned: readonly Planned[],
  at: Temporal.Instant,
  allowed: AllowedPurge,
): boolean {
  if (daysBetween(allowed.upTo, at) > DAYS_MAX) return false;
  return planned.every(({ what, count }) => {
    const seen = allowed.counts[what] ?? 0;
    return count <= (what === MONTHS ? seen + 1 : 2 * seen + COUNT_MIN);
  });
}

function daysBetween(from: Temporal.Instant, to: Temporal.Instant): number {
  return from.until(to).total("hours") / 24;
}
