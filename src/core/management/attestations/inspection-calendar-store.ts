/** Counts the inspections that are due on each day of a month, with the clients that have most. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { sql } from "../../../db/sql.ts";
import type { Named } from "../scope/reference-store.ts";
import { listingCondition, visiblePartners } from "../scope/visible-store.ts";
import { dueBetween, dueDay } from "./inspection-store.ts";

export interface CalendarQuestion {
  readonly month: Temporal.PlainYearMonth;
  /** Only this partner and all partners below it. */
  readonly topId?: string | undefined;
  readonly clientId?: string | undefined;
}

export interface CalendarDay {
  readonly date: string;
  readonly devices: number;
  readonly clients: number;
  /** Those with most devices first, at most CLIENTS_SHOWN. */
  readonly largest: readonly (Named & { readonly devices: number })[];
}

interface DayRow extends Omit<CalendarDay, "largest"> {
  readonly client: Named & { readonly devices: number };
}

const CLIENTS_SHOWN = 3;

/** Days are those of UTC, as everywhere in inspections. Days without inspections are left out. */
export async function listInspectionDays(
  app: DatabasePool,
  callerId: string,
  { month, topId, clientId }: CalendarQuestion,
): Promise<readonly CalendarDay[]> {
  const rows = await app.within({ partnerId: callerId }, async (db) => {
    const visible = await visiblePartners(db, callerId, topId);
    if (visible.partnerIds.length === 0) return [];
    const first = month.toPlainDate({ day: 1 });
    const conditions = [
      ...dueBetween(first, first.add({ months: 1 })),
      ...(clientId === undefined ? [] : [sql`client_id = ${clientId}`]),
    ];
    return db.rows<DayRow>`
      with counted as (
        select ${dueDay} as day, client_id, count(*)::int as devices
        from devices where ${listingCondition({ table: "devices", visible, conditions })}
        group by 1, 2
      ), placed as (
        select *, sum(devices) over by_day as total, count(*) over by_day as clients,
          row_number() over (partition by day order by devices desc, client_id) as place
        from counted window by_day as (partition by day)
      )
      select placed.day::text as date, placed.total::int as devices, placed.clients::int as clients,
        json_build_object('id', client.id::text, 'name', client.name, 'devices', placed.devices)
          as client
      from placed join clients client on client.id = placed.client_id
      where placed.place <= ${CLIENTS_SHOWN} order by placed.day, placed.place`;
  });
  return groupByDay(rows);
}

function groupByDay(rows: readonly DayRow[]): readonly CalendarDay[] {
  const days = Map.groupBy(rows, ({ date }) => date);
  return [...days.values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined) return [];
    const { client, ...day } = first;
    return [{ ...day, largest: some.map((row) => row.client) }];
  });
}
