/** Inserts many devices in one statement. */
import { ColumnSlots, unnest } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import { sql } from "../../../db/sql.ts";
import { Statement } from "../../../db/statements/statement.ts";

export interface ImportedKey {
  readonly partnerId: string;
  readonly clientId: string | null;
  readonly serialNumber: string;
}

export interface ImportedDevice extends ImportedKey {
  readonly name: string | null;
  readonly notes: string | null;
  readonly ksi: string | null;
  readonly deviceTypeId: number;
  readonly deviceStateId: number;
  readonly locationId: string | null;
}

interface Scoped {
  readonly db: Database;
}

const KEY = { place: "integer", partner_id: "bigint", client_id: "bigint", serial_number: "text" };
const DEVICE = {
  ...KEY,
  location_id: "bigint",
  device_type_id: "smallint",
  device_state_id: "smallint",
  name: "text",
  notes: "text",
  ksi: "text",
  entered_at: "timestamptz",
};
const [KEY_SLOTS, DEVICE_SLOTS] = [new ColumnSlots(KEY), new ColumnSlots(DEVICE)];

/** Row-level security limits it to partners that the caller can see. */
const FIND_TAKEN = new Statement(sql`
  select device.partner_id as "partnerId", device.client_id as "clientId",
    device.serial_number as "serialNumber", device.location_id as "locationId",
    device.device_type_id as "deviceTypeId", device.device_state_id as "deviceStateId",
    device.name, device.notes, device.ksi
  from ${unnest(KEY)}
  join devices device on device.serial_number = asked.serial_number
    and device.partner_id = asked.partner_id
    and device.client_id is not distinct from asked.client_id`);

const ADD = new Statement(sql`
  insert into devices (partner_id, client_id, location_id, serial_number, device_type_id,
    device_state_id, name, notes, ksi, entered_at)
  select partner_id, client_id, location_id, serial_number, device_type_id, device_state_id, name,
    notes, ksi, entered_at
  from ${unnest(DEVICE)} order by place
  returning id`);

/** The devices that have these serial numbers already. */
export function findTakenSerials(
  { db }: Scoped,
  keys: readonly ImportedKey[],
): Promise<ImportedDevice[]> {
  return db.run<ImportedDevice>(FIND_TAKEN, KEY_SLOTS.fill(keys.map(keyRow)));
}

/** Returns the new ids in the order of the devices. */
export async function insertDevices(
  { db }: Scoped,
  devices: readonly ImportedDevice[],
  enteredAt: Temporal.Instant,
): Promise<readonly string[]> {
  const entered_at = enteredAt.toString();
  const sent = devices.map((device, place) => ({ ...deviceRow(device, place), entered_at }));
  const rows = await db.run<{ id: string }>(ADD, DEVICE_SLOTS.fill(sent));
  return rows.map(({ id }) => id);
}

function keyRow({ partnerId, clientId, serialNumber }: ImportedKey, place: number) {
  return { place, partner_id: partnerId, client_id: clientId, serial_number: serialNumber };
}

function deviceRow(device: ImportedDevice, place: number) {
  return {
    ...keyRow(device, place),
    location_id: device.locationId,
    device_type_id: device.deviceTypeId,
    device_state_id: device.deviceStateId,
    name: device.name,
    notes: device.notes,
    ksi: device.ksi,
  };
}
