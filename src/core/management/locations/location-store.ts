/** Reads locations that a partner can see: its own, its clients', and those of partners below. */

import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import type { Named } from "../scope/reference-store.ts";
import { type OwnedQuestion, readOwnedPage } from "../scope/requested-page-store.ts";
import { isOfClient, type VisiblePage } from "../scope/visible-store.ts";
import type { LocationValues } from "./location-values.ts";

export interface LocationRecord extends LocationValues {
  readonly id: string;
  readonly uniqueId: string;
  readonly partnerId: string;
  /** Null: it belongs to the partner itself. */
  readonly client: Named | null;
  readonly version: number;
  readonly created: Temporal.Instant;
  readonly modified: Temporal.Instant;
}

/** Text is searched in the name, the business name and the address. */
const SEARCHED = [sql`name`, sql`name_of_business`, sql`address1`, sql`city`, sql`postal_code`];

export class LocationStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  async listLocations(
    callerId: string,
    question: OwnedQuestion,
  ): Promise<VisiblePage<LocationRecord>> {
    const locations = { table: "locations", searched: SEARCHED } as const;
    const asked = { ...question, callerId };
    return readOwnedPage(this.#app, locations, asked, selectLocations(callerId));
  }

  /** With a client, only that client's locations. */
  async findLocation(
    callerId: string,
    id: string,
    clientId?: string,
  ): Promise<LocationRecord | undefined> {
    return this.#app.within({ partnerId: callerId }, (db) =>
      findLocation({ db, callerId, clientId }, id),
    );
  }
}

interface Scoped {
  readonly db: Database;
  readonly callerId: string;
  readonly clientId?: string | undefined;
}

export async function findLocation(
  { db, callerId, clientId }: Scoped,
  id: string,
): Promise<LocationRecord | undefined> {
  const [row] = await db.rows<LocationRecord>`
    ${selectLocations(callerId)} where item.id = ${id} and ${isOfClient(sql`item.client_id`, clientId)}`;
  return row;
}

function selectLocations(callerId: string): Sql {
  return sql`
    select item.id, item.name, item.name_of_business as "nameOfBusiness",
      item.location_type as "locationType", item.unique_id as "uniqueId",
      item.country_code as "countryCode", item.address1, item.address2, item.city,
      item.state_province as "stateProvince", item.postal_code as "postalCode",
      item.mail_country as "mailCountry", item.mail_address1 as "mailAddress1",
      item.mail_address2 as "mailAddress2", item.mail_city as "mailCity",
      item.mail_state_province as "mailStateProvince",
      item.mail_postal_code as "mailPostalCode", item.notes, item.version,
      item.partner_id as "partnerId", item.created_at as created, item.modified_at as modified,
      case when client.id is not null
        then json_build_object('id', client.id::text, 'name', client.name) end as client
    from locations item
    join partners owner
      on owner.id = item.partner_id and owner.path @> array[${callerId}::bigint]
    left join clients client on client.id = item.client_id`;
}
