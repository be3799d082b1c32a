/** Names the file of an export: the list, whose it is, and the days that it covers. */
import { localDate } from "../../../values/local-time.ts";
import type { DayRange } from "../day-range.ts";

interface ExportedDays extends Partial<DayRange> {
  readonly timeZone: string;
  /** A list without an end ends now. */
  readonly now: Temporal.Instant;
}

/** "transactions-120000000001-2026-11-01-until-2026-11-18.csv". */
export function exportFileName(
  parts: readonly (string | undefined)[],
  { from, until, timeZone, now }: ExportedDays,
): string {
  const first = from && localDate(from, timeZone).toString();
  const last = localDate(until?.subtract({ nanoseconds: 1 }) ?? now, timeZone);
  return `${[...parts, first, "until", last].filter(Boolean).join("-")}.csv`;
}
