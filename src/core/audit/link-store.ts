/** Reads links with the text of their entries, and entries without a link. It changes nothing. */
import type { Database } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { Statement } from "../../db/statements/statement.ts";
import type { EntryText, Link } from "./chain.ts";

/** A part of the list of entries that wait to be chained. */
export interface Waiting {
  readonly now: Temporal.Instant;
  readonly entries: readonly EntryText[];
  /** The last examined id, even if its entry does not exist. */
  readonly lookedUpTo: string;
}

/** A stored link and its entry, which may be gone. */
export interface StoredLink extends Link {
  /** Seconds since 1970. */
  readonly chainedAt: string;
  readonly entry: EntryText | undefined;
}

/**
 * Finds each entry by its key: `offset 0` keeps the planner from hashing all entries. Times do not
 * depend on the settings of the session.
 */
const ENTRY_BY_ID = (id: Sql) => sql`lateral (
  select id::text as id, actor_kind, actor_id, actor_name, action, subject_kind, subject_id,
    before::text as before, after::text as after,
    extract(epoch from business_at)::text as business_at,
    extract(epoch from wall_at)::text as wall_at,
    address, door, request_id, result
  from audit_entries where audit_entries.id = ${id} offset 0) e`;

type WaitingRow = EntryText & {
  readonly entry_id: string;
  readonly is_chained: boolean;
  readonly now: Temporal.Instant;
};

type LinkRow = EntryText & {
  readonly sequence: string;
  readonly entry_id: string;
  readonly chained_at: string;
  readonly hmac: Buffer;
};

/** Links in order, after one sequence up to another. */
export interface PageOfLinks {
  readonly after: bigint;
  readonly upTo: bigint;
  readonly limit: number;
}

/** A frequent statement, so it is planned once per connection. */
const WAITING = new Statement(sql`
  select clock_timestamp() as now, u.entry_id, e.*,
    exists (select from audit_chain c where c.entry_id = u.entry_id) as is_chained
  from (
      select entry_id from audit_unchained where entry_id > $1 order by entry_id limit $2
    ) u
    left join ${ENTRY_BY_ID(sql`u.entry_id`)} on true
  order by u.entry_id`);

export class LinkStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns undefined at the end of the list. */
  async listWaiting(after: string, limit: number): Promise<Waiting | undefined> {
    const rows = await this.#db.run<WaitingRow>(WAITING, [after, String(limit)]);
    const last = rows.at(-1);
    if (last === undefined) return undefined;
    const entries = rows.filter(({ id, is_chained: isChained }) => id !== null && !isChained);
    return { now: last.now, entries, lookedUpTo: last.entry_id };
  }

  async listLinks({ after, upTo, limit }: PageOfLinks): Promise<readonly StoredLink[]> {
    const rows = await this.#db.rows<LinkRow>`
      select c.sequence, c.entry_id, extract(epoch from c.chained_at)::text as chained_at, c.hmac,
        e.*
      from (
          select * from audit_chain where sequence > ${after} and sequence <= ${upTo}
          order by sequence limit ${limit}
        ) c
        left join ${ENTRY_BY_ID(sql`c.entry_id`)} on true
      order by c.sequence`;
    return rows.map((row) => ({
      sequence: BigInt(row.sequence),
      hmac: row.hmac,
      entryId: row.entry_id,
      chainedAt: row.chained_at,
      entry: row.id === null ? undefined : row,
    }));
  }

  /** Entries without a link that are older than a minute. */
  async listUnchained(limit: number): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select e.id from audit_entries e
      where e.wall_at not between clock_timestamp() - interval '1 minute'
          and clock_timestamp() + interval '1 minute'
        and not exists (select from audit_chain c where c.entry_id = e.id)
      order by e.id
      limit ${limit}`;
    return rows.map(({ id }) => id);
  }

  /** The given entries that have no link. */
  async listUnchainedAmong(ids: readonly string[]): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select id from audit_entries e
      where id = any (${ids}::bigint[])
        and not exists (select from audit_chain c where c.entry_id = e.id)
      order by id`;
    return rows.map(({ id }) => id);
  }

  /** There are no entries, although ids were assigned. */
  async isEmptied(): Promise<boolean> {
    const rows = await this.#db.rows`
      select from pg_sequences
      where schemaname = 'public' and sequencename = 'audit_entries_id_seq'
        and last_value is not null and not exists (select from audit_entries)`;
    return rows.length > 0;
  }

  /** Entries that were removed while they waited for a link. */
  async listLostEntries(limit: number): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select entry_id as id from audit_unchained u
      where not exists (select from audit_entries e where e.id = u.entry_id)
      order by entry_id
      limit ${limit}`;
    return rows.map(({ id }) => id);
  }
}
