/** Work that business time brings: what it is, and when it is next due. */

export interface BusinessWork {
  readonly name: string;
  /** The first time after this moment that it is due. */
  next(after: Temporal.Instant): Temporal.Instant;
  /** Does what is due at this moment and says what it did. Running it twice changes nothing more. */
  run(at: Temporal.Instant): Promise<string>;
}

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
