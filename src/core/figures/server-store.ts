/** Facts about the database server and its partitions. */
import type { Database } from "../../db/database.ts";

export interface ServerFacts {
  /** For example 18.0. */
  readonly version: string;
  readonly database: string;
  readonly sizeBytes: number;
  readonly startedAt: Temporal.Instant;
  readonly connections: number;
  readonly connectionsMax: number;
  readonly schema: number;
  readonly migratedAt: Temporal.Instant | null;
}

export interface Partition {
  readonly name: string;
  readonly table: string;
  /** The planner's estimate. Null: the table was never analyzed. */
  readonly rowsAbout: number | null;
  readonly sizeBytes: number;
  /** In the format of PostgreSQL. */
  readonly bounds: string;
}

export class ServerStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findServerFacts(): Promise<ServerFacts | undefined> {
    const [row] = await this.#db.rows<ServerFacts>`
      select current_setting('server_version') as version, current_database() as database,
        pg_database_size(current_database())::float8 as "sizeBytes",
        pg_postmaster_start_time() as "startedAt",
        (select sum(numbackends)::int from pg_stat_database) as connections,
        current_setting('max_connections')::int as "connectionsMax",
        (select count(*)::int from migrations) as schema,
        (select max(applied_at) from migrations) as "migratedAt"`;
    return row;
  }

  /** Newest first. */
  listPartitions(): Promise<Partition[]> {
    return this.#db.rows<Partition>`
      select child.relname as name, parent.relname as "table",
        nullif(child.reltuples, -1)::float8 as "rowsAbout",
        pg_total_relation_size(child.oid)::float8 as "sizeBytes",
        pg_get_expr(child.relpartbound, child.oid) as bounds
      from pg_inherits link
        join pg_class parent on parent.oid = link.inhparent and parent.relkind = 'p'
          and parent.relnamespace = 'public'::regnamespace
        join pg_class child on child.oid = link.inhrelid
      order by parent.relname desc, child.relname desc`;
  }
}
