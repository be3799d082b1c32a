/** Reads and stores attestations, one row per device, within what a partner can see. */
import { arrayLiteral } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { filterConditions } from "../scope/list-filter-sql.ts";
import type { Named } from "../scope/reference-store.ts";
import { type OwnedQuestion, readVisiblePage } from "../scope/requested-page-store.ts";
import type { VisiblePage } from "../scope/visible-store.ts";

export interface AttestedDevice {
  readonly id: string;
  readonly serialNumber: string;
}

export interface AttestationRecord {
  readonly id: string;
  readonly name: string;
  readonly completeDate: Temporal.Instant;
  readonly client: Named;
  readonly device: AttestedDevice;
  readonly notes: string | null;
  readonly version: number;
  readonly created: Temporal.Instant;
}

interface AttestationValues {
  readonly name: string;
  readonly notes: string | null;
  readonly completeDate: Temporal.Instant;
  readonly clientId: string;
  readonly partnerId: string;
}

interface Scoped {
  readonly db: Database;
  readonly callerId: string;
}

export class AttestationStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  async listAttestations(
    callerId: string,
    question: OwnedQuestion,
  ): Promise<VisiblePage<AttestationRecord>> {
    const { clientId, take, skip } = question;
    const conditions = [
      ...(clientId === undefined ? [] : [sql`client_id = ${clientId}`]),
      ...filterConditions(question, sql`created_at`),
    ];
    return readVisiblePage(
      this.#app,
      { table: "attestations", callerId, conditions, take, skip },
      (ids) => sql`${selectAttestations(callerId)} where item.id in (${ids}) order by item.id`,
    );
  }

  async findAttestation(callerId: string, id: string): Promise<AttestationRecord | undefined> {
    const [row] = await this.#app.within(
      { partnerId: callerId },
      (db) => db.rows<AttestationRecord>`
        ${selectAttestations(callerId)} where item.id = ${id}`,
    );
    return row;
  }
}

function selectAttestations(callerId: string): Sql {
  return sql`
    select item.id, item.name, item.complete_date as "completeDate", item.notes, item.version,
      item.created_at as created,
      json_build_object('id', client.id::text, 'name', client.name) as client,
      json_build_object('id', device.id::text, 'serialNumber', device.serial_number) as device
    from attestations item
    join partners owner
      on owner.id = item.partner_id and owner.path @> array[${callerId}::bigint]
    join clients client on client.id = item.client_id
    join devices device on device.id = item.device_id`;
}

/** Finds devices of one client by serial number or id, and locks them until the transaction ends. */
export async function lockAttestedDevices(
  { db, callerId }: Scoped,
  clientId: string,
  {
    serialNumbers,
    ids,
  }: { readonly serialNumbers: readonly string[]; readonly ids: readonly string[] },
): Promise<readonly AttestedDevice[]> {
  return db.rows<AttestedDevice>`
    select item.id, item.serial_number as "serialNumber"
    from devices item
    join partners owner
      on owner.id = item.partner_id and owner.path @> array[${callerId}::bigint]
    where item.client_id = ${clientId}
      and (item.serial_number = any (${arrayLiteral(serialNumbers)}::text[])
        or item.id = any (${arrayLiteral(ids)}::bigint[]))
    order by item.id for no key update of item`;
}

/** Returns the new ids by device. An attestation never moves the last inspection back. */
export async function insertAttestations(
  { db }: Scoped,
  { name, notes, completeDate, clientId, partnerId }: AttestationValues,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows<{ id: string; deviceId: string }>`
    with asked as (
      select nextval(pg_get_serial_sequence('attestations', 'id')) as id, device_id
      from (
        select device_id
        from unnest(${arrayLiteral(deviceIds)}::bigint[]) with ordinality as sent (device_id, place)
        order by place) sent
    )
    insert into attestations
      (id, act_id, partner_id, client_id, device_id, name, complete_date, notes)
      overriding system value
    select id, min(id) over (), ${partnerId}::bigint, ${clientId}::bigint, device_id, ${name},
      ${completeDate}::timestamptz, ${notes}
    from asked order by id
    returning id, device_id as "deviceId"`;
  await db.rows`
    update devices set inspected_at = greatest(inspected_at, ${completeDate}::timestamptz)
    where id = any (${arrayLiteral(deviceIds)}::bigint[]) and client_id = ${clientId}`;
  return new Map(rows.map(({ id, deviceId }) => [deviceId, id]));
}
