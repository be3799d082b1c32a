/** Whether a card is still good where the merchant is. Months are counted, not made into dates. */
import { isDigits } from "./shapes.ts";

/** The month of an expiry written MMYY, this century, counted from the year 0. */
export function readExpiryMonth(text: string): number | undefined {
  if (text.length !== 4 || !isDigits(text)) return undefined;
  const month = Number(text.slice(0, 2));
  if (month < 1 || month > 12) return undefined;
  return (2000 + Number(text.slice(2))) * 12 + month - 1;
}

interface LocalMonth {
  readonly month: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** By zone. A month's bounds are worked out once: zones cost more than all else that is read. */
const MONTHS = new Map<string, LocalMonth>();

/** The month that it is in a zone, counted the same way. */
export function monthIn(timeZone: string, now: Temporal.Instant): number {
  const nowMs = now.epochMilliseconds;
  const known = MONTHS.get(timeZone);
  if (known !== undefined && nowMs >= known.fromMs && nowMs < known.untilMs) return known.month;
  const found = localMonth(timeZone, now);
  MONTHS.set(timeZone, found);
  return found.month;
}

function localMonth(timeZone: string, now: Temporal.Instant): LocalMonth {
  const first = now.toZonedDateTimeISO(timeZone).with({ day: 1 }).startOfDay();
  return {
    month: first.year * 12 + first.month - 1,
    fromMs: first.epochMilliseconds,
    untilMs: first.add({ months: 1 }).startOfDay().epochMilliseconds,
  };
}
