/** Counts what a purge would remove, and how old the oldest record is. It removes nothing. */
import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { type Sql, sql, sqlIdentifier } from "../../db/sql.ts";
import type { Removal } from "./purge-step.ts";
import { messageIdAt } from "./retention-store.ts";

/** Counting stops here: for an approval the exact number does not matter. */
const COUNTED_MAX = 1_000_000;
/** The audit log has no index by time, so its oldest entries are examined. */
const ACTS_LOOKED_AT = 100_000;

interface RemovalRow {
  readonly count: number;
  readonly oldest: Temporal.Instant | null;
}

type AgedTable =
  | "ach_inbound_files"
  | "approvals"
  | "bank_corrections"
  | "delivery_attempts"
  | "duplicate_guards"
  | "form_claims"
  | "idempotency_keys"
  | "issued_ids"
  | "outbox"
  | "pos_keys"
  | "pos_sales"
  | "vault"
  | "verification_passes";

export class RemovalStore {
  readonly #owner: DatabasePool;

  constructor(owner: DatabasePool) {
    this.#owner = owner;
  }

  /** Counts rows by the column with their time. */
  countOlder(table: AgedTable, column: string, before: Temporal.Instant): Promise<Removal> {
    return this.#look(
      sql`
      select ${sqlIdentifier(column)} as at from ${sqlIdentifier(table)} where ${sqlIdentifier(column)} < ${before}`,
      before,
    );
  }

  countTokens(usedBefore: Temporal.Instant): Promise<Removal> {
    return this.#look(
      sql`
      select used_at as at from vault
      where created_at < ${usedBefore} and used_at < ${usedBefore}`,
      usedBefore,
    );
  }

  /** Pending sales are kept, however old they are. */
  countSales(before: Temporal.Instant): Promise<Removal> {
    return this.#look(
      sql`
      select created_at as at from pos_sales
      where created_at < ${before} and status <> 'pending'`,
      before,
    );
  }

  countAchEntries(before: Temporal.Instant): Promise<Removal> {
    return this.#look(
      sql`
      select file.created_at as at
      from ach_files file join ach_entries entry on entry.file_id = file.id
      where file.settled_at is not null and file.created_at < ${before}`,
      before,
    );
  }

  /** Files that have not settled are kept. */
  countAchFiles(before: Temporal.Instant): Promise<Removal> {
    return this.#look(
      sql`
      select created_at as at from ach_files
      where settled_at is not null and created_at < ${before}`,
      before,
    );
  }

  /** Waiting events are kept. The age of a replayed event counts from its new delivery. */
  countEvents(before: Temporal.Instant): Promise<Removal> {
    return this.#look(
      sql`
      select least(delivered_at, set_aside_at) as at from outbox where created_at < ${before}
        and (delivered_at < ${before} or set_aside_at < ${before})`,
      before,
    );
  }

  countCalls(before: Temporal.Instant): Promise<Removal> {
    return this.#look(
      sql`
      select called_at as at from parser_journal
      where message_id < ${messageIdAt(before)}`,
      before,
    );
  }

  /** Only the start of the chain is removed: entries after a newer entry are kept. */
  countAuditEntries(before: Temporal.Instant): Promise<Removal> {
    return this.#look(
      sql`
      select business_at as at from (
        select business_at, bool_and(business_at < ${before}) over (order by id) as goes
        from (select id, business_at from audit_entries order by id limit ${ACTS_LOOKED_AT}) as first
      ) as judged
      where goes`,
      before,
    );
  }

  /** Counts the months before a month that have transactions. */
  async countMonths(before: number): Promise<number> {
    const rows = await this.#owner.rows<{ partition: string }>`
      select relname as partition from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname ~ '^transactions_[0-9]{3}$' and right(relname, 3)::int < ${before}`;
    let months = 0;
    for (const { partition } of rows) {
      const found = await this.#owner.rows`select from ${sqlIdentifier(partition)} limit 1`;
      months += found.length;
    }
    return months;
  }

  async #look(rows: Sql, before: Temporal.Instant): Promise<Removal> {
    const row = await this.#owner.atomically((db) => countByIndex(db, rows));
    const oldest = row?.oldest ?? before;
    return { count: row?.count ?? 0, spanDays: oldest.until(before).total("hours") / 24 };
  }
}

async function countByIndex(db: Database, rows: Sql): Promise<RemovalRow | undefined> {
  await db.rows`set local enable_seqscan = off`;
  const [row] = await db.rows<RemovalRow>`
    select count(*)::int as count, min(at) as oldest
    from (${rows} limit ${COUNTED_MAX}) as old`;
  return row;
}
