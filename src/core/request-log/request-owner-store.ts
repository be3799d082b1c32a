/** Lists the accounts and partners that have requests in the log, for the operator's filter. */
import type { Database } from "../../db/database.ts";

export interface NamedOwner {
  readonly kind: "account" | "partner";
  readonly id: string;
  readonly name: string;
}

const OWNERS_MAX = 200;

export class RequestOwnerStore {
  readonly #db: Database;

  /** Needs a role that sees all requests. */
  constructor(db: Database) {
    this.#db = db;
  }

  /** By name, accounts first. */
  async listOwners(): Promise<readonly NamedOwner[]> {
    return this.#db.rows<NamedOwner>`
      select 'account' as kind, id, name from accounts
      where exists (select from request_log where account_id = accounts.id)
      union all
      select 'partner', id, name from partners
      where exists (select from request_log where partner_id = partners.id)
      order by kind, name, id limit ${OWNERS_MAX}`;
  }
}
