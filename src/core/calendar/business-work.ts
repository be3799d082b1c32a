/** Work that is scheduled by the business clock: its name, its lane, and when it is due. */

/**
 * Work of one lane runs one after the other. Lanes do not wait for each other. A failure of money
 * work stops a moving clock, because money must move on time; a failure of housekeeping is reported.
 */
export interface Lane {
  readonly name: string;
  readonly kind: "money" | "housekeeping";
}

/** A run that used up its time budget, and where the next run continues. */
export interface Unfinished {
  readonly summary: string;
  readonly resumeAfter: string;
}

export interface BusinessWork {
  readonly name: string;
  readonly lane: Lane;
  /** After a downtime, one run with the latest due time replaces all missed ones. */
  readonly catchesUpAtOnce?: boolean;
  /** The first due time after this moment. */
  next(after: Temporal.Instant): Temporal.Instant;
  /**
   * Runs the work for a due time and returns a summary. Running it twice, even at the same time, has
   * the effect of one run. `resumeAfter` is where an unfinished run of this due time stopped.
   */
  run(at: Temporal.Instant, resumeAfter?: string): Promise<string | Unfinished>;
}

export const HOUSEKEEPING: Lane = { name: "housekeeping", kind: "housekeeping" };

/** Every day at a local time. On a day without that time (daylight saving), right after the gap. */
export function everyDayAt(
  time: string,
  timeZone: string,
): (after: Temporal.Instant) => Temporal.Instant {
  const plainTime = Temporal.PlainTime.from(time);
  return (after) => {
    const today = after.toZonedDateTimeISO(timeZone).toPlainDate();
    // Two more days are enough: less than a day lies between the last due time and midnight.
    for (const days of [0, 1, 2]) {
      const due = today.add({ days }).toZonedDateTime({ timeZone, plainTime }).toInstant();
      if (Temporal.Instant.compare(due, after) > 0) return due;
    }
    throw new RangeError(`There is no ${time} in ${timeZone} after ${after}.`);
  };
}

/** The due time that a run is for: the latest one if the work catches up at once. */
export function dueTimeToRun(
  { next, catchesUpAtOnce = false }: Pick<BusinessWork, "next" | "catchesUpAtOnce">,
  dueAt: Temporal.Instant,
  by: Temporal.Instant,
): Temporal.Instant {
  let latest = dueAt;
  while (catchesUpAtOnce && Temporal.Instant.compare(next(latest), by) <= 0) latest = next(latest);
  return latest;
}
