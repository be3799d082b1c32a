/** The oldest stored records, if an index finds them quickly. */
import type { Database } from "../../db/database.ts";

/** Null: there are none. */
export interface OldestKept {
  readonly act: Temporal.Instant | null;
  readonly run: Temporal.Instant | null;
}

export interface OldestOfTenants {
  readonly unspentId: Temporal.Instant | null;
  /** Starts with the time of its creation. */
  readonly messageId: string | null;
}

export class OutlookStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findOldest(): Promise<OldestKept> {
    const [row] = await this.#db.rows<OldestKept>`
      select (select business_at from audit_entries order by id limit 1) as act,
        (select min(started_at) from business_runs) as run`;
    return row ?? { act: null, run: null };
  }

  /** Needs a role that sees all tenants. */
  async findOldestOfTenants(): Promise<OldestOfTenants> {
    const [row] = await this.#db.rows<OldestOfTenants>`
      select (select min(issued_at) from issued_ids) as "unspentId",
        (select min(message_id) from parser_journal) as "messageId"`;
    return row ?? { unspentId: null, messageId: null };
  }
}
