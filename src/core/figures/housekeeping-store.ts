/** What PostgreSQL knows about its own housekeeping, and the size of the database by day. */
import type { Database } from "../../db/database.ts";

export interface TableHealth {
  readonly table: string;
  readonly liveRows: number;
  /** Rows that were changed or deleted and still take space. */
  readonly deadRows: number;
  readonly sizeBytes: number;
  readonly vacuumedAt: Temporal.Instant | null;
  readonly analyzedAt: Temporal.Instant | null;
}

export interface TransactionIds {
  /** How many transaction ids the oldest row is behind. */
  readonly age: number;
  /** From this age on, PostgreSQL freezes tables whatever else they need. */
  readonly freezeAge: number;
}

export interface SizeSample {
  /** Such as 2026-11-18. */
  readonly day: string;
  readonly bytes: number;
}

const TABLES_SHOWN = 10;
const DAYS_KEPT = 400;
const DAYS_READ = 30;

export class HousekeepingStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The tables with the most dead rows. */
  listTableHealth(): Promise<TableHealth[]> {
    return this.#db.rows<TableHealth>`
      select relname as table, n_live_tup::float8 as "liveRows", n_dead_tup::float8 as "deadRows",
        pg_total_relation_size(relid)::float8 as "sizeBytes",
        greatest(last_vacuum, last_autovacuum) as "vacuumedAt",
        greatest(last_analyze, last_autoanalyze) as "analyzedAt"
      from pg_stat_user_tables where schemaname = 'public'
      order by n_dead_tup desc, relname limit ${TABLES_SHOWN}`;
  }

  async findTransactionIds(): Promise<TransactionIds> {
    const [row] = await this.#db.rows<TransactionIds>`
      select age(datfrozenxid)::float8 as age,
        current_setting('autovacuum_freeze_max_age')::float8 as "freezeAge"
      from pg_database where datname = current_database()`;
    return row ?? { age: 0, freezeAge: 1 };
  }

  async findDatabaseBytes(): Promise<number> {
    const [row] = await this.#db.rows<{ bytes: number }>`
      select pg_database_size(current_database())::float8 as bytes`;
    return row?.bytes ?? 0;
  }

  /** The newest month that has a partition for transactions, as in a transaction id. */
  async findNewestMonth(): Promise<number | undefined> {
    const [row] = await this.#db.rows<{ month: number | null }>`
      select max(substring(child.relname from '(\\d+)$')::int) as month
      from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent = 'public.transactions'::regclass`;
    return row?.month ?? undefined;
  }

  /** Oldest first. */
  listSizes(): Promise<SizeSample[]> {
    return this.#db.rows<SizeSample>`
      select day::text as day, bytes::float8 as bytes from database_sizes
      where day > current_date - ${DAYS_READ}::int order by day`;
  }

  /** Once for each day by the server's clock: the last size of the day stays. */
  async recordSize(): Promise<void> {
    await this.#db.rows`
      insert into database_sizes (day, bytes) values (current_date, pg_database_size(current_database()))
      on conflict (day) do update set bytes = excluded.bytes`;
    await this.#db.rows`delete from database_sizes where day < current_date - ${DAYS_KEPT}::int`;
  }
}
