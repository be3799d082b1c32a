/**
 * A transaction id is twelve digits: three of the month it was made in, nine of a counter. The
 * month counts from January 2000 (= 1), so it tells the partition without a look.
 */
const MONTH_SIZE = 1_000_000_000;
export const COUNTER_MAX = MONTH_SIZE - 1;

const ID = /^\d{1,12}$/;

/** The month that was asked for last: every payment asks for the same one. */
let known = { fromMs: 0, untilMs: 0, month: 0 };

/** The month number of a moment of the business clock, in UTC. */
export function monthNumber(moment: Temporal.Instant): number {
  const ms = moment.epochMilliseconds;
  if (ms < known.fromMs || ms >= known.untilMs) known = monthAround(moment);
  return known.month;
}

function monthAround(moment: Temporal.Instant): typeof known {
  const first = moment.toZonedDateTimeISO("UTC").with({ day: 1 }).startOfDay();
  return {
    fromMs: first.epochMilliseconds,
    untilMs: first.add({ months: 1 }).epochMilliseconds,
    month: (first.year - 2000) * 12 + first.month,
  };
}

/** This month and its neighbors: clocks of several processes may stand on either side. */
export function monthsAround(now: Temporal.Instant): readonly number[] {
  const month = monthNumber(now);
  return [month - 1, month, month + 1, month + 2];
}

export function transactionId(month: number, counter: number): string {
  return String(month * MONTH_SIZE + counter).padStart(12, "0");
}

/** Ids of a month m lie in [first, end). */
export function idRange(month: number): { readonly first: string; readonly end: string } {
  return { first: transactionId(month, 0), end: transactionId(month + 1, 0) };
}

export function monthOfId(id: string): number {
  return Math.trunc(Number(id) / MONTH_SIZE);
}

/** The twelve digits of an id as a caller may write it, leading zeros or not. */
export function readTransactionId(text: string): string | undefined {
  return ID.test(text) ? text.padStart(12, "0") : undefined;
}
