/**
 * Finds devices for the parser by serial number, and marks them as used. The statements run outside
 * a tenant, so each one names the partner.
 */
import type { Database } from "../../../db/database.ts";

export interface Device {
  readonly id: string;
  readonly clientId: string | undefined;
  readonly typeId: number;
  readonly state: string;
  /** Also true for a device without a client. */
  readonly isClientActive: boolean;
}

export interface DeviceQuestion {
  /** The device belongs to this partner or to one below it. */
  readonly partnerId: string;
  readonly serial: string;
  /** A client's id, or else its mid. Undefined: any client, or none. */
  readonly client: string | undefined;
  /** Undefined: any type. */
  readonly typeId?: number | undefined;
}

export interface DeviceUse {
  readonly ids: readonly string[];
  readonly at: Temporal.Instant;
  /** Devices that were marked after this time are not marked again. */
  readonly markedBefore: Temporal.Instant;
}

interface DeviceRow {
  readonly id: string;
  readonly client_id: string | null;
  readonly type_id: number;
  readonly state: string;
  readonly is_client_active: boolean;
}

const ID = /^[1-9][0-9]{0,17}$/;

export class DeviceStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns two at most: that is enough for "several". */
  async findDevices(question: DeviceQuestion): Promise<readonly Device[]> {
    const { client } = question;
    const rows =
      client === undefined
        ? await this.#findBySerial(question)
        : await this.#findAtClient(question, client);
    return rows.map((row) => ({
      id: row.id,
      clientId: row.client_id ?? undefined,
      typeId: row.type_id,
      state: row.state,
      isClientActive: row.is_client_active,
    }));
  }

  #findBySerial({ partnerId, serial, typeId }: DeviceQuestion): Promise<DeviceRow[]> {
    return this.#db.rows<DeviceRow>`
      select device.id, device.client_id, device.device_type_id as type_id, state.name as state,
        coalesce(client.is_active, true) as is_client_active
      from devices device
      join partners owner on owner.id = device.partner_id
      join device_states state on state.id = device.device_state_id
      left join clients client on client.id = device.client_id
      where device.serial_number = ${serial} and ${partnerId}::bigint = any (owner.path)
        and device.device_type_id = coalesce(${typeId ?? null}::integer, device.device_type_id)
      limit 2`;
  }

  #findAtClient(
    { partnerId, serial, typeId }: DeviceQuestion,
    client: string,
  ): Promise<DeviceRow[]> {
    const clientId = ID.test(client) ? client : null;
    return this.#db.rows<DeviceRow>`
      with by_id as (
        select client.id from clients client
        join partners above on above.id = client.direct_partner_id
        where client.id = ${clientId}::bigint and ${partnerId}::bigint = any (above.path)
      ), named as (
        select id from by_id
        union all
        select client.id from clients client
        join partners above on above.id = client.direct_partner_id
        where client.mid = ${client} and ${partnerId}::bigint = any (above.path)
          and not exists (select from by_id)
      )
      select device.id, device.client_id, device.device_type_id as type_id, state.name as state,
        client.is_active as is_client_active
      from devices device
      join partners owner on owner.id = device.partner_id
      join device_states state on state.id = device.device_state_id
      join clients client on client.id = device.client_id
      where device.serial_number = ${serial} and ${partnerId}::bigint = any (owner.path)
        and device.client_id in (select id from named)
        and device.device_type_id = coalesce(${typeId ?? null}::integer, device.device_type_id)
      limit 2`;
  }

  /** By id, or else by mid. Returns two at most. */
  async findClients(partnerId: string, client: string): Promise<readonly string[]> {
    const clientId = ID.test(client) ? client : null;
    const rows = await this.#db.rows<{ id: string; is_by_id: boolean }>`
      select client.id, client.id is not distinct from ${clientId}::bigint as is_by_id
      from clients client
      join partners above on above.id = client.direct_partner_id
      where (client.id = ${clientId}::bigint or client.mid = ${client})
        and ${partnerId}::bigint = any (above.path)
      order by is_by_id desc limit 2`;
    const meant = rows[0]?.is_by_id ? rows.slice(0, 1) : rows;
    return meant.map(({ id }) => id);
  }

  /**
   * A: the first decryption turns activating into activated. Rows are locked in the order of their
   * ids, so that no two statements wait for each other.
   */
  async markUsed({ ids, at, markedBefore }: DeviceUse): Promise<void> {
    await this.#db.rows`
      with due as (
        select device.id, state.name = 'activating' as is_first
        from devices device join device_states state on state.id = device.device_state_id
        where device.id = any (${ids}::bigint[])
          and (state.name = 'activating' or device.last_activity_date is null
            or device.last_activity_date <= ${markedBefore})
        order by device.id for no key update of device
      )
      update devices set
        last_activity_date = greatest(last_activity_date, ${at}::timestamptz),
        device_state_id = case when is_first
          then (select id from device_states where name = 'activated')
          else device_state_id end,
        activation_date = case when is_first then ${at}::timestamptz else activation_date end,
        version = version + is_first::integer,
        modified_at = case when is_first then ${at}::timestamptz else modified_at end
      from due where devices.id = due.id`;
  }
}
