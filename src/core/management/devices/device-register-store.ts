/** Reads devices that a partner can see: its own and those of all partners below it. */

import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { dueConditions } from "../attestations/inspection-store.ts";
import { filterConditions, type ListFilters } from "../scope/list-filter-sql.ts";
import type { Named } from "../scope/reference-store.ts";
import {
  countDevices,
  isOfClient,
  type ListOrder,
  readPage,
  type Slice,
  type Visible,
  type VisiblePage,
  visiblePartners,
} from "../scope/visible-store.ts";
import type { DeviceValues } from "./device-values.ts";

export interface DeviceRecord extends DeviceValues {
  readonly id: string;
  readonly deviceTypeId: number;
  readonly deviceStateId: number;
  readonly partner: Named;
  readonly client: Named | null;
  readonly location: Named | null;
  readonly activationDate: Temporal.Instant | null;
  readonly lastActivityDate: Temporal.Instant | null;
  readonly version: number;
  readonly created: Temporal.Instant;
  readonly modified: Temporal.Instant;
}

/** The columns that a list of devices can be sorted by. */
const SORTED_BY = {
  id: sql`id`,
  serialNumber: sql`serial_number`,
  name: sql`name`,
  activationDate: sql`activation_date`,
  lastActivityDate: sql`last_activity_date`,
} as const;
export type DeviceOrder = keyof typeof SORTED_BY;
export const DEVICE_ORDERS = Object.keys(SORTED_BY) as readonly DeviceOrder[];

export interface DeviceFilters extends Pick<ListFilters, "name" | "modifiedSince"> {
  /** Only this partner and all partners below it. */
  readonly topId: string | undefined;
  readonly clientId: string | undefined;
  readonly serialNumber: string | undefined;
  readonly stateId: number | undefined;
  readonly typeId?: number | undefined;
  /** The beginning of the serial number. */
  readonly serialPrefix?: string | undefined;
  /** Only devices with an inspection due by this time. */
  readonly dueBy?: Temporal.Instant | undefined;
}

export interface DevicesQuestion extends Slice, DeviceFilters {
  readonly order: DeviceOrder;
  readonly isDescending: boolean;
}

export class DeviceRegisterStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  async listDevices(
    callerId: string,
    question: DevicesQuestion,
  ): Promise<VisiblePage<DeviceRecord>> {
    const { topId, take, skip } = question;
    return this.#app.within({ partnerId: callerId }, async (db) => {
      const visible = await visiblePartners(db, callerId, topId);
      const counted = await findKnownCount(db, visible, question);
      const slice = { conditions: deviceConditions(question), counted, take, skip };
      const order = listOrder(question);
      return readPage(
        db,
        { table: "devices", visible, order, isOfTree: isByIndexOfTree(question), ...slice },
        (ids) =>
          sql`${selectDevices(callerId)} where item.id in (${ids})
            order by ${itemOrder(question)}`,
      );
    });
  }

  /** With a client, only that client's devices. */
  async findDevice(
    callerId: string,
    id: string,
    clientId?: string,
  ): Promise<DeviceRecord | undefined> {
    return this.#app.within({ partnerId: callerId }, (db) =>
      findDevice({ db, callerId, clientId }, id),
    );
  }

  /** Returns two at most: that is enough for "several". */
  async findBySerial(
    callerId: string,
    serialNumber: string,
    deviceTypeId: number,
  ): Promise<readonly DeviceRecord[]> {
    return this.#app.within(
      { partnerId: callerId },
      (db) => db.rows<DeviceRecord>`
        ${selectDevices(callerId)}
        where item.serial_number = ${serialNumber} and item.device_type_id = ${deviceTypeId}
        order by item.id limit 2`,
    );
  }
}

interface Scoped {
  readonly db: Database;
  readonly callerId: string;
  readonly clientId?: string | undefined;
}

export async function findDevice(
  { db, callerId, clientId }: Scoped,
  id: string,
): Promise<DeviceRecord | undefined> {
  const [row] = await db.rows<DeviceRecord>`
    ${selectDevices(callerId)} where item.id = ${id} and ${isOfClient(sql`item.client_id`, clientId)}`;
  return row;
}

/** The stored count. Undefined: the filters select by more than partner and state. */
async function findKnownCount(
  db: Database,
  visible: Visible,
  question: DevicesQuestion,
): Promise<number | undefined> {
  return isNarrow(question) ? undefined : countDevices(db, visible, question.stateId);
}

/** Whether the filters select by more than partner and state. */
export function isNarrow(filters: DeviceFilters) {
  const { clientId, serialNumber, serialPrefix, typeId, dueBy, name, modifiedSince } = filters;
  const all = [clientId, serialNumber, serialPrefix, typeId, dueBy, name, modifiedSince];
  return all.some((one) => one !== undefined);
}

/** Indexes on state, type, name and serial number start with the tree; the one on client does not. */
function isByIndexOfTree({ clientId, serialNumber, ...filters }: DevicesQuestion): boolean {
  const { stateId, typeId, serialPrefix, name } = filters;
  if (clientId !== undefined || serialNumber !== undefined) return false;
  return [stateId, typeId, serialPrefix, name].some((one) => one !== undefined);
}

export function deviceConditions(filters: DeviceFilters): readonly Sql[] {
  const { clientId, serialNumber, serialPrefix, stateId, typeId, dueBy } = filters;
  const { name, modifiedSince } = filters;
  return [
    ...filterConditions({ name, modifiedSince }),
    ...(typeId === undefined ? [] : [sql`device_type_id = ${typeId}`]),
    ...(serialPrefix === undefined ? [] : [beginsWith(serialPrefix)]),
    ...(dueBy === undefined ? [] : dueConditions(dueBy)),
    ...(clientId === undefined ? [] : [sql`client_id = ${clientId}`]),
    ...(serialNumber === undefined ? [] : [sql`serial_number = ${serialNumber}`]),
    ...(stateId === undefined ? [] : [sql`device_state_id = ${stateId}`]),
  ];
}

/** LIKE is not leakproof: it would run after the row-level policy and could not use the index. */
function beginsWith(prefix: string): Sql {
  return sql`serial_number ^@ ${prefix}`;
}

/** The id has the same direction, so that one index serves both directions. */
function listOrder({ order, isDescending }: DevicesQuestion): ListOrder {
  const [direction, back] = isDescending ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`];
  if (order === "id") return { by: sql`id ${direction}`, backwards: sql`id ${back}`, columns: [] };
  const column = SORTED_BY[order];
  const by = (way: Sql) => sql`${column} ${way}, id ${way}`;
  return { by: by(direction), backwards: by(back), columns: [column] };
}

function itemOrder({ order, isDescending }: DevicesQuestion): Sql {
  const direction = isDescending ? sql`desc` : sql`asc`;
  return sql`item.${SORTED_BY[order]} ${direction}, item.id ${direction}`;
}

function selectDevices(callerId: string): Sql {
  return sql`
    select item.id, item.serial_number as "serialNumber", item.name, item.notes, item.ksi,
      item.device_type_id as "deviceTypeId", item.device_state_id as "deviceStateId",
      item.activation_date as "activationDate", item.last_activity_date as "lastActivityDate",
      item.version, item.created_at as created, item.modified_at as modified,
      json_build_object('id', owner.id::text, 'name', owner.name) as partner,
      case when client.id is not null
        then json_build_object('id', client.id::text, 'name', client.name) end as client,
      case when location.id is not null
        then json_build_object('id', location.id::text, 'name', location.name) end as location
    from devices item
    join partners owner
      on owner.id = item.partner_id and owner.path @> array[${callerId}::bigint]
    left join clients client on client.id = item.client_id
    left join locations location on location.id = item.location_id`;
}
