/** When money moves, in the time of the place where it does. Pure. */
import { addBankingDays, nextBankingDay } from "./banking-days.ts";

/** The Federal Reserve's own time, whatever the zone of a window is. */
export const ACH_ZONE = "America/New_York";
/** When banks tell what came back, and after that what is settled is told. */
export const ANSWERS_AT = "08:00";
export const SETTLED_AT = "08:30";
/** Banks have two banking days to return most entries. */
const RETURN_DAYS = 2;

export function achDay(moment: Temporal.Instant): Temporal.PlainDate {
  return moment.toZonedDateTimeISO(ACH_ZONE).toPlainDate();
}

export function achMoment(day: Temporal.PlainDate, time: string): Temporal.Instant {
  const plainTime = Temporal.PlainTime.from(time);
  return day.toZonedDateTime({ timeZone: ACH_ZONE, plainTime }).toInstant();
}

/** From when on an entry of a file counts as funded. One that left late settles later. */
export function fundedOn(
  settlesOn: Temporal.PlainDate,
  handedOverAt: Temporal.Instant,
): Temporal.PlainDate {
  const earliest = nextBankingDay(achDay(handedOverAt).subtract({ days: 1 }));
  const settled = Temporal.PlainDate.compare(settlesOn, earliest) < 0 ? earliest : settlesOn;
  return addBankingDays(settled, RETURN_DAYS);
}
