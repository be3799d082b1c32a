/**
 * How much a purge may remove without an operator's approval. A daily purge removes about one day of
 * records. Much more than that means that a clock, a setting or a restored backup is wrong. Pure.
 */
import type { Removal } from "./purge-step.ts";

export interface Planned extends Removal {
  readonly what: string;
}

export interface PurgeHistory {
  /** The time of the last finished run. Undefined: there was none. */
  readonly doneUpTo: Temporal.Instant | undefined;
}

/** After a downtime of up to a week, a purge catches up without approval. */
export const DAYS_MAX = 7;
/** Fewer records need no approval. */
const COUNT_MIN = 1_000;
/** Transactions are removed one month at a time. */
export const MONTH_DAYS = 31;

/** The reason why an operator must approve the purge. Undefined: it is as usual. */
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

/** The name of the step that removes whole months. */
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

/** More records expire until the run, so the approval covers somewhat more than was shown. */
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
