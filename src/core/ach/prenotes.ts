/** When entries may follow the prenote of their bank account. Pure. */
import { subtractBankingDays } from "./banking-days.ts";
import { achDay, achMoment } from "./settlement.ts";

/** Nacha: on the third banking day after the settlement date of the prenote. */
const PRENOTE_DAYS = 3;

/** Entries may be sent at this moment if the prenote settled before the returned one. */
export function prenoteDeadline(at: Temporal.Instant): Temporal.Instant {
  const lastDay = subtractBankingDays(achDay(at), PRENOTE_DAYS);
  return achMoment(lastDay.add({ days: 1 }), "00:00");
}
