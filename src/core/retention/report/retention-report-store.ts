/** Reads the oldest row of each table with a retention time, and the last purges. */
import type { Database } from "../../../db/database.ts";
import { sqlIdentifier } from "../../../db/sql.ts";

export interface LastPurge {
  readonly work: string;
  readonly startedAt: Temporal.Instant;
  readonly outcome: string;
  readonly summary: string;
}

export type OldestRows = Readonly<Record<string, Temporal.Instant | null>>;

export class RetentionReportStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Without payments, which have a partition for each month. */
  async findOldestRows(): Promise<OldestRows> {
    const [own] = await this.#db.rows<OldestRows>`
      select (select min(created_at) from pos_sales) as pos_sales,
        (select min(claimed_at) from form_claims) as form_claims,
        (select min(passed_at) from verification_passes) as verification_passes,
        (select business_at from audit_entries order by id limit 1) as audit_entries,
        (select min(expires_at) from approvals) as approvals,
        (select called_at from parser_journal order by message_id limit 1) as parser_journal,
        (select min(started_at) from business_runs) as business_runs,
        (select min(received_at) from request_log) as request_log,
        (select min(received_at) from mailbox) as mailbox,
        (select min(created_at) from ach_files) as ach_files,
        (select min(received_at) from ach_inbound_files) as ach_inbound_files,
        (select min(used_at) from bank_corrections) as bank_corrections,
        (select min(blocked_at) from bank_blocks) as bank_blocks`;
    return { ...own, ...(await this.#findOldestOfAccounts()) };
  }

  async #findOldestOfAccounts(): Promise<OldestRows> {
    const [row] = await this.#db.rows<OldestRows>`
      select (select min(used_at) from vault) as vault,
        (select min(issued_at) from issued_ids) as issued_ids,
        (select min(created_at) from idempotency_keys) as idempotency_keys,
        (select min(coalesce(delivered_at, set_aside_at)) from outbox) as outbox,
        (select min(attempted_at) from delivery_attempts) as delivery_attempts`;
    return row ?? {};
  }

  /** The oldest month with payments. Each month is a partition. */
  async findOldestMonth(): Promise<number | undefined> {
    const rows = await this.#db.rows<{ partition: string }>`
      select relname as partition from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname ~ '^transactions_[0-9]{3}$' order by relname`;
    for (const { partition } of rows) {
      const found = await this.#db.rows`select from ${sqlIdentifier(partition)} limit 1`;
      if (found.length > 0) return Number(partition.slice(-3));
    }
    return undefined;
  }

  /** The last run of each purge. */
  listLastPurges(works: readonly string[]): Promise<LastPurge[]> {
    return this.#db.rows<LastPurge>`
      select distinct on (name) name as work, started_at as "startedAt", outcome, summary
      from business_runs where name = any (${[...works]}::text[])
      order by name, id desc`;
  }
}
