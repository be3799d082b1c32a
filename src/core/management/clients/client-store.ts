/** Reads and moves clients that a partner can see: its own and those of all partners below it. */

import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type Sql, sql, sqlIdentifier } from "../../../db/sql.ts";
import { filterConditions, type ListFilters } from "../scope/list-filter-sql.ts";
import type { Named } from "../scope/reference-store.ts";
import { readVisiblePage } from "../scope/requested-page-store.ts";
import { isVisible } from "../scope/row-store.ts";
import {
  isOfClient,
  type Slice,
  searchConditions,
  type VisiblePage,
} from "../scope/visible-store.ts";
import type { ClientValues } from "./client-values.ts";

export interface ClientRecord extends ClientValues {
  readonly id: string;
  /** The provider's number of the client. */
  readonly clientNumber: string;
  /** The topmost partner that the caller can see: the caller's own. */
  readonly partner: Named;
  readonly directPartner: Named;
  readonly location: Named | null;
  readonly contact: { readonly id: string } | null;
  readonly version: number;
  readonly created: Temporal.Instant;
  readonly modified: Temporal.Instant;
}

export interface ClientsQuestion extends Slice, ListFilters {
  /** Only this partner and all partners below it. */
  readonly topId: string | undefined;
  /** Only this client. */
  readonly clientId?: string | undefined;
  /** Text in the name or the mid. */
  readonly search?: string | undefined;
  /** Only clients of the partner itself, not of partners below it. */
  readonly isDirect?: boolean;
  /** Absent: in order of creation. */
  readonly order?: "name";
}

interface Scoped {
  readonly db: Database;
  readonly callerId: string;
  readonly clientId?: string | undefined;
}

const BY_NAME = {
  by: sql`name, id`,
  backwards: sql`name desc, id desc`,
  columns: [sql`name`],
};

export class ClientStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  async listClients(
    callerId: string,
    question: ClientsQuestion,
  ): Promise<VisiblePage<ClientRecord>> {
    const { topId, take, skip } = question;
    const isByName = question.order === "name";
    const order = isByName ? BY_NAME : undefined;
    const conditions = clientConditions(question);
    return readVisiblePage(
      this.#app,
      { table: "clients", callerId, topId, conditions, order, take, skip },
      (ids) => sql`${selectClients(callerId)} where item.id in (${ids})
        order by ${isByName ? sql`item.name, ` : sql``} item.id`,
    );
  }

  /** With a client, only that client. */
  async findClient(
    callerId: string,
    id: string,
    clientId?: string,
  ): Promise<ClientRecord | undefined> {
    return this.#app.within({ partnerId: callerId }, (db) =>
      findClient({ db, callerId, clientId }, id),
    );
  }
}

function clientConditions({ topId, clientId, search, isDirect, ...filters }: ClientsQuestion) {
  return [
    ...filterConditions(filters),
    ...(clientId === undefined ? [] : [sql`id = ${clientId}`]),
    ...searchConditions([sql`name`, sql`mid`], search),
    ...(isDirect && topId !== undefined ? [sql`direct_partner_id = ${topId}`] : []),
  ];
}

export async function findClient(
  { db, callerId, clientId }: Scoped,
  id: string,
): Promise<ClientRecord | undefined> {
  const [row] = await db.rows<ClientRecord>`
    ${selectClients(callerId)} where item.id = ${id} and ${isOfClient(sql`item.id`, clientId)}`;
  return row;
}

function selectClients(callerId: string): Sql {
  return sql`
    select item.id, item.name, item.mid, item.billing_id as "billingId",
      item.is_active as "isActive", item.version, item.client_number as "clientNumber",
      item.created_at as created, item.modified_at as modified,
      json_build_object('id', top.id::text, 'name', top.name) as partner,
      json_build_object('id', owner.id::text, 'name', owner.name) as "directPartner",
      case when location.id is not null
        then json_build_object('id', location.id::text, 'name', location.name) end as location,
      case when item.contact_id is not null
        then json_build_object('id', item.contact_id::text) end as contact
    from clients item
    join partners owner
      on owner.id = item.direct_partner_id and owner.path @> array[${callerId}::bigint]
    join partners top on top.id = ${callerId}::bigint
    left join locations location on location.id = item.location_id`;
}

export async function findRootPartner(
  { db, callerId }: Scoped,
  partnerId: string,
): Promise<string> {
  const [row] = await db.rows<{ root: string }>`
    select path[1] as root from partners
    where id = ${partnerId} and path @> array[${callerId}::bigint]`;
  if (row === undefined) throw new Error("the direct partner was not found");
  return row.root;
}

/** Moves everything that belongs to the client to its new direct partner. */
export async function moveBelongings(
  { db, callerId }: Scoped,
  clientId: string,
  partnerId: string,
): Promise<void> {
  for (const table of ["locations", "contacts", "attestations"] as const) {
    await db.rows`
      update ${sqlIdentifier(table)} item set partner_id = ${partnerId}
      where client_id = ${clientId} and ${isVisible(table, callerId)}`;
  }
  await moveDevices({ db, callerId }, clientId, partnerId);
  await db.rows`
    update contact_credentials login set partner_id = ${partnerId}
    from contacts item
    where item.id = login.contact_id and item.client_id = ${clientId}
      and ${isVisible("contacts", callerId)}`;
}

/** Devices at a location of the old partner lose it, because the new partner may not see it. */
async function moveDevices({ db, callerId }: Scoped, clientId: string, partnerId: string) {
  const isTheirs = sql`item.client_id = ${clientId} and ${isVisible("devices", callerId)}`;
  // Locked in the order of their ids, like the parser does when it marks many devices as used.
  await db.rows`select from devices item where ${isTheirs} order by item.id for update of item`;
  await db.rows`
    update devices item set partner_id = ${partnerId},
      location_id = (
        select place.id from locations place
        where place.id = item.location_id and place.client_id = item.client_id)
    where ${isTheirs}`;
}

/** Clears the client's location and contact, so that they can be removed before the client. */
export async function unlinkClient({ db, callerId }: Scoped, clientId: string): Promise<void> {
  await db.rows`
    update clients item set location_id = null, contact_id = null
    where id = ${clientId} and ${isVisible("clients", callerId)}`;
}
