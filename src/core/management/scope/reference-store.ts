/** What a reference names, as far as the caller can see. Two at most: more than one is several. */
import type { Database } from "../../../db/database.ts";
import { allOf, name, type Sql, sql } from "../../../db/sql.ts";
import type { Reference } from "./members.ts";
import { ofClient } from "./visible-store.ts";

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Whose it is: a partner's, or a client's and then of the client's direct partner. */
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

  partners(reference: Reference): Promise<Named[]> {
    return this.#find<Named>(reference, {
      columns: sql`item.id, item.name`,
      from: sql`partners item`,
      path: sql`item.path`,
      // A client's person has nothing to name among partners.
      client: sql`0`,
    });
  }

  /** With its direct partner. Held: nobody moves or removes it until the transaction ends. */
  clients(reference: Reference, isHeld: boolean): Promise<OwnedReference[]> {
    return this.#find<OwnedReference>(reference, {
      columns: sql`item.id, item.name, item.direct_partner_id as "partnerId", item.id as "clientId"`,
      from: sql`clients item join partners owner on owner.id = item.direct_partner_id`,
      path: sql`owner.path`,
      client: sql`item.id`,
      ...(isHeld ? { lock: sql`for share of item` } : {}),
    });
  }

  /** Of these owners only. */
  locations(reference: Reference, owners: readonly Owner[]): Promise<OwnedReference[]> {
    return this.#owned("locations", reference, owners);
  }

  /** Users have no name but their user name. */
  contacts(reference: Reference, owners: readonly Owner[]): Promise<OwnedReference[]> {
    return this.#owned("contacts", reference, owners);
  }

  async #owned(
    table: "locations" | "contacts",
    reference: Reference,
    owners: readonly Owner[],
  ): Promise<OwnedReference[]> {
    const label = name(table === "contacts" ? "user_name" : "name");
    const found = await this.#find<OwnedReference>(reference, {
      columns: sql`item.id, item.${label} as name, item.partner_id as "partnerId",
        item.client_id as "clientId"`,
      from: sql`${name(table)} item join partners owner on owner.id = item.partner_id`,
      path: sql`owner.path`,
      client: sql`item.client_id`,
      label,
      conditions: [ownedBy(owners)],
      lock: sql`for key share of item`,
    });
    return found;
  }

  async #find<Row>(reference: Reference, question: Question): Promise<Row[]> {
    if ("id" in reference && !ID.test(reference.id)) return [];
    const found = await this.#look<Row>(reference, question);
    // A row that changed while we waited for it is passed over: it is to be seen as it is now.
    return found.length === 0 && question.lock ? this.#look<Row>(reference, question) : found;
  }

  #look<Row>(reference: Reference, question: Question): Promise<Row[]> {
    const { columns, from, path, client, label = sql`name`, conditions = [] } = question;
    const isNamed =
      "id" in reference ? sql`item.id = ${reference.id}` : sql`item.${label} = ${reference.name}`;
    return this.#db.rows<Row>`
      select ${columns} from ${from}
      where ${isNamed} and ${path} @> array[${this.#callerId}::bigint]
        and ${ofClient(client, this.#clientId)} and ${allOf(conditions)}
      order by item.id limit 2 ${question.lock ?? sql``}`;
  }
}

interface Question {
  readonly columns: Sql;
  readonly from: Sql;
  readonly path: Sql;
  /** Whose client's it is. */
  readonly client: Sql;
  readonly label?: Sql;
  readonly conditions?: readonly Sql[];
  /** Holds what was found until the transaction ends. */
  readonly lock?: Sql;
}

function ownedBy(owners: readonly Owner[]): Sql {
  const each = owners.map(
    ({ partnerId, clientId }) =>
      sql`(item.partner_id = ${partnerId} and item.client_id is not distinct from ${clientId})`,
  );
  return each.reduce((left, right) => sql`(${left} or ${right})`, sql`false`);
}
