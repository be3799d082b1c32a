/** Settlement times, in the time zone of the Federal Reserve. Pure. */
import { addBankingDays, nextBankingDay } from "./banking-days.ts";

/** The time zone of the Federal Reserve, independent of the zone of a window. */
export const ACH_ZONE = "America/New_York";
/** Files from banks are read in the morning. After that, entries are settled. */
export const ANSWERS_AT = "08:00";
export const SETTLED_AT = "08:30";
/** The Federal Reserve's last deadline for files that settle on the same day. */
const SAME_DAY_UNTIL = "16:45";
/** The last settlement of the Federal Reserve's same-day windows. */
const SAME_DAY_SETTLED_AT = "18:00";
/** Banks have two banking days to return most entries. */
const RETURN_DAYS = 2;

export function achDay(moment: Temporal.Instant): Temporal.PlainDate {
  return moment.toZonedDateTimeISO(ACH_ZONE).toPlainDate();
}

export function achMoment(day: Temporal.PlainDate, time: string): Temporal.Instant {
  const plainTime = Temporal.PlainTime.from(time);
  return day.toZonedDateTime({ timeZone: ACH_ZONE, plainTime }).toInstant();
}

export function isInTimeForSameDay(moment: Temporal.Instant): boolean {
  return Temporal.Instant.compare(moment, achMoment(achDay(moment), SAME_DAY_UNTIL)) <= 0;
}

/** When the entries of a file settle. On the day of its cutoff, in the evening. */
export function settlementMoment(
  settlesOn: Temporal.PlainDate,
  cutOffAt: Temporal.Instant,
): Temporal.Instant {
  const morning = achMoment(settlesOn, SETTLED_AT);
  if (Temporal.Instant.compare(morning, cutOffAt) > 0) return morning;
  const evening = achMoment(settlesOn, SAME_DAY_SETTLED_AT);
  return Temporal.Instant.compare(evening, cutOffAt) > 0 ? evening : cutOffAt;
}

/** The day from which the entries of a file count as funded. A file that was sent late settles later. */
export function fundedOn(
  settlesOn: Temporal.PlainDate,
  handedOverAt: Temporal.Instant,
): Temporal.PlainDate {
  const earliest = nextBankingDay(achDay(handedOverAt).subtract({ days: 1 }));
  const settled = Temporal.PlainDate.compare(settlesOn, earliest) < 0 ? earliest : settlesOn;
  return addBankingDays(settled, RETURN_DAYS);
}
