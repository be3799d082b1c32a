/** Reads users that a partner can see: its own, its clients', and those of all partners below. */

import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import type { Named } from "../scope/reference-store.ts";
import { type OwnedQuestion, readOwnedPage } from "../scope/requested-page-store.ts";
import { isOfClient, type VisiblePage } from "../scope/visible-store.ts";
import type { UserValues } from "./user-values.ts";

export interface UserRecord extends UserValues {
  readonly id: string;
  readonly partner: Named;
  readonly client: Named | null;
  readonly version: number;
  readonly created: Temporal.Instant;
  readonly modified: Temporal.Instant;
}

const WHOLE_NAME = sql`(first_name || ' ' || last_name)`;
/** Text is searched in the name, the user name and the email address. */
const SEARCHED = [WHOLE_NAME, sql`user_name`, sql`email`];

export class ContactStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  async listUsers(callerId: string, question: OwnedQuestion): Promise<VisiblePage<UserRecord>> {
    const contacts = { table: "contacts", searched: SEARCHED } as const;
    return readOwnedPage(this.#app, contacts, { ...question, callerId }, selectUsers(callerId));
  }

  /** With a client, only that client's users. */
  async findUser(callerId: string, id: string, clientId?: string): Promise<UserRecord | undefined> {
    return this.#app.within({ partnerId: callerId }, (db) =>
      findUser({ db, callerId, clientId }, id),
    );
  }
}

interface Scoped {
  readonly db: Database;
  readonly callerId: string;
  readonly clientId?: string | undefined;
}

export async function findUser(
  { db, callerId, clientId }: Scoped,
  id: string,
): Promise<UserRecord | undefined> {
  const [row] = await db.rows<UserRecord>`
    ${selectUsers(callerId)} where item.id = ${id} and ${isOfClient(sql`item.client_id`, clientId)}`;
  return row;
}

function selectUsers(callerId: string): Sql {
  return sql`
    select item.id, item.user_name as "userName", item.first_name as "firstName",
      item.last_name as "lastName", item.email, item.phone, item.user_role as "userRole",
      item.is_active as "isActive", item.version, item.created_at as created,
      item.modified_at as modified,
      json_build_object('id', owner.id::text, 'name', owner.name) as partner,
      case when client.id is not null
        then json_build_object('id', client.id::text, 'name', client.name) end as client
    from contacts item
    join partners owner
      on owner.id = item.partner_id and owner.path @> array[${callerId}::bigint]
    left join clients client on client.id = item.client_id`;
}
