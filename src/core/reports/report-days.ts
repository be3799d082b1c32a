/** The days that a report covers and their time zone. Pure. */
import { BATCH_ZONE } from "../../values/batch-zone.ts";
import { localDate } from "../../values/local-time.ts";
import type { Criteria } from "./criteria.ts";
import type { Window } from "./date-window.ts";

/** Both days are included. An absent one is open. */
export interface ReportDays {
  readonly first: Temporal.PlainDate | undefined;
  readonly last: Temporal.PlainDate | undefined;
}

/** The zone of a report's days: the account's, or the batches' for a report by batch date. */
export function reportZone(dateKind: string | undefined, timeZone: string): string {
  return dateKind === "batch" ? BATCH_ZONE : timeZone;
}

export function reportDays(criteria: Criteria): ReportDays {
  const { authorized, batched, settled, updated = [], timeZone } = criteria;
  const window: Window = authorized ?? batched ?? settled ?? updated[0] ?? {};
  const zone = window === batched ? BATCH_ZONE : timeZone;
  const { from, until } = window;
  return {
    first: from && localDate(from, zone),
    last: until && localDate(until.subtract({ nanoseconds: 1 }), zone),
  };
}

/** "2026-11-01-to-2026-11-18", or one day. A report without dates is named after today. */
export function describeDays({ first, last }: ReportDays, today: Temporal.PlainDate): string {
  if (first === undefined) return `until-${last ?? today}`;
  const end = last === undefined || Temporal.PlainDate.compare(last, today) > 0 ? today : last;
  return Temporal.PlainDate.compare(first, end) >= 0 ? `${first}` : `${first}-to-${end}`;
}
