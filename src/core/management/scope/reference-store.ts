/** Finds the visible records that a reference names. Two at most: that is enough for "several". */
import type { Database } from "../../../db/database.ts";
import { allConditions, type Sql, sql, sqlIdentifier } from "../../../db/sql.ts";
import { isOfClient } from "./visible-store.ts";

/** Names another record. If a request sends both, the id is used. */
export type Reference = { readonly id: string } | { readonly name: string };

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** The owner of a record: a partner, or a client and with it the client's direct partner. */
export interface Owner {
  readonly partnerId: string;
  readonly clientId: string | null;
}

export interface OwnedReference extends Named, Owner {}

const ID = /^[1-9][0-9]{0,17}$/;

export class ReferenceStore {
  readonly #db: Database;
  readonly #callerId: string;
  readonly #clientId: string | undefined;

  constructor(db: Database, callerId: string, clientId?: string) {
    this.#db = db;
    this.#callerId = callerId;
    this.#clientId = clientId;
  }

  findPartners(reference: Reference): Promise<Named[]> {
    return this.#find<Named>(reference, {
      columns: sql`item.id, item.name`,
      from: sql`partners item`,
      path: sql`item.path`,
      // A client's user cannot name partners.
      client: sql`0`,
    });
  }

  /** A locked client cannot be moved or removed until the transaction ends. */
  findClients(reference: Reference, isLocked: boolean): Promise<OwnedReference[]> {
    return this.#find<OwnedReference>(reference, {
      columns: sql`item.id, item.name, item.direct_partner_id as "partnerId", item.id as "clientId"`,
      from: sql`clients item join partners owner on owner.id = item.direct_partner_id`,
      path: sql`owner.path`,
      client: sql`item.id`,
      ...(isLocked ? { lock: sql`for share of item` } : {}),
    });
  }

  /** Only locations of these owners. */
  findLocations(reference: Reference, owners: readonly Owner[]): Promise<OwnedReference[]> {
    return this.#owned("locations", reference, owners);
  }

  /** Only users of these owners. The name of a user is the user name. */
  findContacts(reference: Reference, owners: readonly Owner[]): Promise<OwnedReference[]> {
    return this.#owned("contacts", reference, owners);
  }

  async #owned(
    table: "locations" | "contacts",
    reference: Reference,
    owners: readonly Owner[],
  ): Promise<OwnedReference[]> {
    const label = sqlIdentifier(table === "contacts" ? "user_name" : "name");
    const found = await this.#find<OwnedReference>(reference, {
      columns: sql`item.id, item.${label} as name, item.partner_id as "partnerId",
        item.client_id as "clientId"`,
      from: sql`${sqlIdentifier(table)} item join partners owner on owner.id = item.partner_id`,
      path: sql`owner.path`,
      client: sql`item.client_id`,
      label,
      conditions: [ownedBy(owners)],
      lock: sql`for key share of item`,
    });
    return found;
  }

  async #find<Row>(reference: Reference, question: ReferenceQuery): Promise<Row[]> {
    if ("id" in reference && !ID.test(reference.id)) return [];
    const found = await this.#look<Row>(reference, question);
    // A row that changed while we waited for its lock is skipped: try again.
    return found.length === 0 && question.lock ? this.#look<Row>(reference, question) : found;
  }

  #look<Row>(reference: Reference, question: ReferenceQuery): Promise<Row[]> {
    const { columns, from, path, client, label = sql`name`, conditions = [] } = question;
    const isNamed =
      "id" in reference ? sql`item.id = ${reference.id}` : sql`item.${label} = ${reference.name}`;
    return this.#db.rows<Row>`
      select ${columns} from ${from}
      where ${isNamed} and ${path} @> array[${this.#callerId}::bigint]
        and ${isOfClient(client, this.#clientId)} and ${allConditions(conditions)}
      order by item.id limit 2 ${question.lock ?? sql``}`;
  }
}

interface ReferenceQuery {
  readonly columns: Sql;
  readonly from: Sql;
  readonly path: Sql;
  /** The column of the client that owns the row. */
  readonly client: Sql;
  readonly label?: Sql;
  readonly conditions?: readonly Sql[];
  /** Locks the found rows until the transaction ends. */
  readonly lock?: Sql;
}

function ownedBy(owners: readonly Owner[]): Sql {
  const each = owners.map(
    ({ partnerId, clientId }) =>
      sql`(item.partner_id = ${partnerId} and item.client_id is not distinct from ${clientId})`,
  );
  return each.reduce((left, right) => sql`(${left} or ${right})`, sql`false`);
}
