/** Work that business time brings: what it is, which lane it runs in, and when it is next due. */

/**
 * Work of one lane runs one after the other; lanes do not wait for each other. Money must move on
 * time, so a failure there stops the clock of certification; housekeeping only reports a failure.
 */
export interface Lane {
  readonly name: string;
  readonly kind: "money" | "housekeeping";
}

/** A run that used up its time, and where the next one continues. */
export interface Unfinished {
  readonly summary: string;
  readonly resumeAfter: string;
}

export interface BusinessWork {
  readonly name: string;
  readonly lane: Lane;
  /** Runs once for all due times that were missed, at the latest of them. */
  readonly catchesUpAtOnce?: boolean;
  /** The first time after this moment that it is due. */
  next(after: Temporal.Instant): Temporal.Instant;
  /**
   * Does what is due at this moment and says what it did. Running it twice, even at the same time,
   * changes nothing more. `resumeAfter` is what an unfinished run of this due time has left.
   */
  run(at: Temporal.Instant, resumeAfter?: string): Promise<string | Unfinished>;
}

export const HOUSEKEEPING: Lane = { name: "housekeeping", kind: "housekeeping" };

/** Every day at a time of a place. On a day when clocks skip that time, right after the gap. */
export function everyDayAt(
  time: string,
  timeZone: string,
): (after: Temporal.Instant) => Temporal.Instant {
  const plainTime = Temporal.PlainTime.from(time);
  return (after) => {
    const today = after.toZonedDateTimeISO(timeZone).toPlainDate();
    // Two days on are enough: between the last due time and midnight lies less than a day.
    for (const days of [0, 1, 2]) {
      const due = today.add({ days }).toZonedDateTime({ timeZone, plainTime }).toInstant();
      if (Temporal.Instant.compare(due, after) > 0) return due;
    }
    throw new RangeError(`no ${time} in ${timeZone} after ${after}`);
  };
}

/** The due time that a run by a moment is for: the latest one where the work catches up at once. */
export function dueTimeToRun(
  { next, catchesUpAtOnce = false }: Pick<BusinessWork, "next" | "catchesUpAtOnce">,
  dueAt: Temporal.Instant,
  by: Temporal.Instant,
): Temporal.Instant {
  let latest = dueAt;
  while (catchesUpAtOnce && Temporal.Instant.compare(next(latest), by) <= 0) latest = next(latest);
  return latest;
}
