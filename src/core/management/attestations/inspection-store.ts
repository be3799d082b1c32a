/** Finds devices that are due for their annual inspection, and records who was reminded. */

import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { deviceStateId, INSPECTED_STATES } from "../devices/device-states.ts";
import type { Named } from "../scope/reference-store.ts";
import {
  isOfClient,
  readPage,
  type Slice,
  type VisiblePage,
  visiblePartners,
} from "../scope/visible-store.ts";

/** One device, and when it must be inspected again. */
export interface Inspection {
  readonly device: { readonly id: string; readonly serialNumber: string };
  readonly partner: Named;
  readonly client: Named;
  /** Null: never. */
  readonly inspectedAt: Temporal.Instant | null;
  readonly dueAt: Temporal.Instant;
}

export interface InspectionQuestion extends Slice {
  /** Only inspections that are due by this time. */
  readonly by: Temporal.Instant;
  /** Only inspections that are due after this time. */
  readonly after?: Temporal.Instant | undefined;
  /** Only inspections that are due on this day, in UTC. */
  readonly on?: Temporal.PlainDate | undefined;
  /** Only this partner and all partners below it. */
  readonly topId?: string | undefined;
  readonly clientId?: string | undefined;
}

/** A device with a new reminder at this stage. */
export interface RemindedDevice {
  readonly serialNumber: string;
  readonly stage: "soon" | "due";
  readonly dueAt: Temporal.Instant;
}

/** The contact of a client, who gets the reminders. */
export interface Custodian {
  readonly clientName: string;
  readonly firstName: string;
  readonly email: string;
}

const COUNTED_MAX = 10_000;
const STATES = INSPECTED_STATES.map(deviceStateId);

type Row = Omit<Inspection, "dueAt"> & { readonly inspectionFrom: Temporal.Instant };

export class InspectionStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  /** The longest overdue first. */
  async listDueInspections(
    callerId: string,
    question: InspectionQuestion,
  ): Promise<VisiblePage<Inspection>> {
    const { by, after, on, topId, clientId, take, skip } = question;
    return this.#app.within({ partnerId: callerId }, async (db) => {
      const visible = await visiblePartners(db, callerId, topId);
      const conditions = [
        ...(on === undefined ? dueConditions(by, after) : dueOn(on)),
        ...(clientId === undefined ? [] : [sql`client_id = ${clientId}`]),
      ];
      const order = {
        by: sql`inspection_from, id`,
        backwards: sql`inspection_from desc, id desc`,
        columns: [sql`inspection_from`],
      };
      const listing = { table: "devices", visible, conditions, order, take, skip } as const;
      const { total, items } = await readPage<Row>(
        db,
        listing,
        (ids) => sql`
          select json_build_object('id', item.id::text, 'serialNumber', item.serial_number)
              as device,
            json_build_object('id', owner.id::text, 'name', owner.name) as partner,
            json_build_object('id', client.id::text, 'name', client.name) as client,
            item.inspected_at as "inspectedAt", item.inspection_from as "inspectionFrom"
          from devices item
          join partners owner
            on owner.id = item.partner_id and owner.path @> array[${callerId}::bigint]
          join clients client on client.id = item.client_id
          where item.id in (${ids}) order by item.inspection_from, item.id`,
      );
      return { total, items: items.map(toInspection) };
    });
  }

  /** By device id. Devices in states without inspections are left out. */
  async findInspectionsOfDevices(
    callerId: string,
    deviceIds: readonly string[],
    clientId?: string,
  ): Promise<ReadonlyMap<string, Pick<Inspection, "inspectedAt" | "dueAt">>> {
    const rows = await this.#app.within(
      { partnerId: callerId },
      (db) => db.rows<Pick<Row, "inspectedAt" | "inspectionFrom"> & { id: string }>`
        select item.id, item.inspected_at as "inspectedAt",
          item.inspection_from as "inspectionFrom"
        from devices item
        join partners owner
          on owner.id = item.partner_id and owner.path @> array[${callerId}::bigint]
        where item.id = any (${deviceIds}::bigint[]) and item.client_id is not null
          and item.device_state_id = any (${STATES}::smallint[])
          and ${isOfClient(sql`item.client_id`, clientId)}`,
    );
    return new Map(
      rows.map(({ id, inspectedAt, inspectionFrom }) => [
        id,
        { inspectedAt, dueAt: yearAfter(inspectionFrom) },
      ]),
    );
  }
}

export function dueConditions(by: Temporal.Instant, after?: Temporal.Instant): readonly Sql[] {
  return [
    ...inspectedConditions(),
    sql`inspection_from <= ${yearBefore(by)}`,
    ...(after === undefined ? [] : [sql`inspection_from > ${yearBefore(after)}`]),
  ];
}

function inspectedConditions(): readonly Sql[] {
  return [sql`client_id is not null`, sql`device_state_id = any (${STATES}::smallint[])`];
}

/** The day on which an inspection is due, in UTC. */
export const dueDay = sql`((inspection_from at time zone 'UTC') + interval '1 year')::date`;

/** From the first day to the day before the last one. */
export function dueBetween(first: Temporal.PlainDate, end: Temporal.PlainDate): readonly Sql[] {
  return [
    ...inspectedConditions(),
    sql`inspection_from >= ${yearBefore(startOfDay(first))}`,
    sql`inspection_from < ${yearBefore(startOfDay(end))}`,
  ];
}

/** The range is for the index. It is too wide, because a year before February 29 is February 28. */
function dueOn(day: Temporal.PlainDate): readonly Sql[] {
  return [...dueBetween(day, day.add({ days: 2 })), sql`${dueDay} = ${day.toString()}::date`];
}

function startOfDay(day: Temporal.PlainDate): Temporal.Instant {
  return day.toZonedDateTime("UTC").toInstant();
}

function toInspection({ inspectionFrom, ...row }: Row): Inspection {
  return { ...row, dueAt: yearAfter(inspectionFrom) };
}

/** For the reminder job. It covers all tenants, so it runs as the owner of the tables. */
export class ReminderStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Counts up to COUNTED_MAX: a larger number makes no difference. */
  async countDueInspections(at: Temporal.Instant): Promise<number> {
    const [row] = await this.#db.rows<{ count: number }>`
      select count(*)::int as count from (
        select from devices
        where client_id is not null and device_state_id = any (${STATES}::smallint[])
          and inspection_from <= ${yearBefore(at)}
        limit ${COUNTED_MAX}) as counted`;
    return row?.count ?? 0;
  }

  /** Clients that have a device without a reminder at its current stage. */
  async listClientsToRemind(
    at: Temporal.Instant,
    soon: Temporal.Instant,
  ): Promise<readonly string[]> {
    const dueFrom = yearBefore(at);
    const rows = await this.#db.rows<{ id: string }>`
      select distinct device.client_id as id from devices device
      where device.client_id is not null and device.device_state_id = any (${STATES}::smallint[])
        and device.inspection_from <= ${yearBefore(soon)}
        and not exists (
          select from inspection_reminders known
          where known.device_id = device.id and known.inspection_from = device.inspection_from
            and known.stage = case when device.inspection_from <= ${dueFrom}
              then 'due' else 'soon' end)
      order by 1`;
    return rows.map(({ id }) => id);
  }

  /** Returns the devices that are new in this reminder. A second call returns none. */
  async recordReminders(
    clientId: string,
    at: Temporal.Instant,
    soon: Temporal.Instant,
  ): Promise<readonly RemindedDevice[]> {
    const rows = await this.#db.rows<Omit<RemindedDevice, "dueAt"> & { from: Temporal.Instant }>`
      with reminded as (
        insert into inspection_reminders (device_id, inspection_from, stage, reminded_at)
        select id, inspection_from,
          case when inspection_from <= ${yearBefore(at)} then 'due' else 'soon' end, ${at}
        from devices
        where client_id = ${clientId} and device_state_id = any (${STATES}::smallint[])
          and inspection_from <= ${yearBefore(soon)}
        on conflict do nothing
        returning device_id, inspection_from, stage
      )
      select device.serial_number as "serialNumber", reminded.stage,
        reminded.inspection_from as from
      from reminded join devices device on device.id = reminded.device_id
      order by reminded.inspection_from, device.id`;
    return rows.map(({ from, ...device }) => ({ ...device, dueAt: yearAfter(from) }));
  }

  /** Returns undefined if the client or its contact is disabled or missing. */
  async findCustodian(clientId: string): Promise<Custodian | undefined> {
    const [row] = await this.#db.rows<Custodian>`
      select client.name as "clientName", contact.first_name as "firstName", contact.email
      from clients client join contacts contact on contact.id = client.contact_id
      where client.id = ${clientId} and client.is_active and contact.is_active`;
    return row;
  }

  async removeOldReminders(before: Temporal.Instant): Promise<void> {
    await this.#db.rows`delete from inspection_reminders where reminded_at < ${before}`;
  }
}

/** In calendar years, in UTC. */
export function yearBefore(moment: Temporal.Instant): Temporal.Instant {
  return moment.toZonedDateTimeISO("UTC").subtract({ years: 1 }).toInstant();
}

function yearAfter(moment: Temporal.Instant): Temporal.Instant {
  return moment.toZonedDateTimeISO("UTC").add({ years: 1 }).toInstant();
}
