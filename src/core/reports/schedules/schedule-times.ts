/** When a scheduled report is sent, and which days it covers. Pure. */
import { localDate } from "../../../values/local-time.ts";
import type { Days } from "../presets.ts";

export const FREQUENCIES = ["day", "week", "month"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export interface ScheduleTime {
  readonly every: Frequency;
  /** 0 to 23, in the account's time zone. */
  readonly hour: number;
}

/** The first time after a moment: every day, on Mondays, or on the first day of a month. */
export function nextSendTime(
  { every, hour }: ScheduleTime,
  timeZone: string,
  after: Temporal.Instant,
): Temporal.Instant {
  const today = localDate(after, timeZone);
  // A time on the day before may be still to come, if a time zone moved its clocks.
  for (let day = firstDay(every, today); ; day = dayAfter(every, day)) {
    const plainTime = Temporal.PlainTime.from({ hour });
    const at = day.toZonedDateTime({ timeZone, plainTime }).toInstant();
    if (Temporal.Instant.compare(at, after) > 0) return at;
  }
}

/** The whole days before the day of sending: yesterday, the week until Sunday, or last month. */
export function reportedDays(every: Frequency, sentOn: Temporal.PlainDate): Days {
  const last = firstDay(every, sentOn).subtract({ days: 1 });
  return { first: firstDay(every, last), last };
}

/** The first day of the day's week or month. Weeks start on Monday. */
function firstDay(every: Frequency, day: Temporal.PlainDate): Temporal.PlainDate {
  if (every === "month") return day.with({ day: 1 });
  return every === "week" ? day.subtract({ days: day.dayOfWeek - 1 }) : day;
}

function dayAfter(every: Frequency, day: Temporal.PlainDate): Temporal.PlainDate {
  if (every === "month") return day.add({ months: 1 });
  return day.add({ days: every === "week" ? 7 : 1 });
}
