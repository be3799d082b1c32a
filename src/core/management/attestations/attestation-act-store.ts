/** Reads attestations grouped by request: one act covers all devices that were attested together. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import type { Named } from "../scope/reference-store.ts";
import {
  type OwnedQuestion,
  ownerConditions,
  readVisiblePage,
} from "../scope/requested-page-store.ts";
import { isOfClient, type VisiblePage } from "../scope/visible-store.ts";
import type { AttestedDevice } from "./attestation-store.ts";

export interface AttestationAct {
  /** The id of the first attestation of the act. */
  readonly id: string;
  readonly name: string;
  readonly completeDate: Temporal.Instant;
  readonly notes: string | null;
  readonly client: Named;
  readonly deviceCount: number;
  readonly created: Temporal.Instant;
}

export interface AttestationResult {
  readonly id: string;
  readonly device: AttestedDevice & { readonly name: string | null };
}

export interface ActQuestion extends OwnedQuestion {
  /** Only acts that include this device. */
  readonly deviceId: string | undefined;
}

export class AttestationActStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  /** Newest first. */
  async listActs(callerId: string, question: ActQuestion): Promise<VisiblePage<AttestationAct>> {
    const { deviceId, take, skip } = question;
    const conditions = [
      sql`act_id = id`,
      ...ownerConditions(question),
      ...(deviceId === undefined ? [] : [sql`id in (${actsWithDevice(deviceId)})`]),
    ];
    const order = { by: sql`id desc`, backwards: sql`id`, columns: [] };
    return readVisiblePage(
      this.#app,
      { table: "attestations", callerId, conditions, order, take, skip },
      (ids) => sql`${selectActs(callerId)} where item.id in (${ids}) order by item.id desc`,
    );
  }

  /** Finds the act of any of its attestations. With a client, only that client's acts. */
  async findAct(
    callerId: string,
    id: string,
    clientId?: string,
  ): Promise<AttestationAct | undefined> {
    const [row] = await this.#app.within(
      { partnerId: callerId },
      (db) => db.rows<AttestationAct>`
        ${selectActs(callerId)}
        where item.id = (select act_id from attestations where id = ${id})
          and ${isOfClient(sql`item.client_id`, clientId)}`,
    );
    return row;
  }

  /** In the order in which the devices were sent. At most 500. */
  async listResults(callerId: string, actId: string, clientId?: string) {
    return this.#app.within(
      { partnerId: callerId },
      (db) => db.rows<AttestationResult>`
        select item.id, json_build_object('id', device.id::text,
          'serialNumber', device.serial_number, 'name', device.name) as device
        from attestations item
        join partners owner
          on owner.id = item.partner_id and owner.path @> array[${callerId}::bigint]
        join devices device on device.id = item.device_id
        where item.act_id = ${actId} and ${isOfClient(sql`item.client_id`, clientId)}
        order by item.id`,
    );
  }
}

function actsWithDevice(deviceId: string): Sql {
  return sql`select one.act_id from attestations one where one.device_id = ${deviceId}`;
}

function selectActs(callerId: string): Sql {
  return sql`
    select item.id, item.name, item.complete_date as "completeDate", item.notes,
      item.created_at as created,
      json_build_object('id', client.id::text, 'name', client.name) as client,
      (select count(*)::integer from attestations one where one.act_id = item.id) as "deviceCount"
    from attestations item
    join partners owner
      on owner.id = item.partner_id and owner.path @> array[${callerId}::bigint]
    join clients client on client.id = item.client_id`;
}
