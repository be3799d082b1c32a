/** When the newest backup, archived log and restore drill were made, and what a backup counts. */
import type { Database } from "../../db/database.ts";
import { sql, sqlIdentifier } from "../../db/sql.ts";

export type BackupKind = "base" | "archive" | "drill";

/** Tables that a restored copy is compared by. They only grow, except by a purge. */
const COUNTED_TABLES = [
  "accounts",
  "transactions",
  "attempts",
  "vault",
  "ach_entries",
  "audit_entries",
] as const;

export class BackupStateStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Call it as the owner of the tables. */
  async recordDone(kind: BackupKind, at: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      insert into backup_states (kind, done_at) values (${kind}, ${at})
      on conflict (kind) do update set done_at = greatest(backup_states.done_at, excluded.done_at)`;
  }

  async recordDrill(): Promise<void> {
    await this.#db.rows`
      insert into backup_states (kind, done_at) values ('drill', now())
      on conflict (kind) do update set done_at = now()`;
  }

  /** Backups are expected from now on, so their age counts from now if there is none yet. */
  async expectBackups(): Promise<void> {
    await this.#db.rows`
      insert into backup_states (kind, done_at)
      values ('base', now()), ('archive', now()), ('drill', now())
      on conflict do nothing`;
  }

  /** 0 if none is expected: the server is not the embedded one, or BACKUP_DIR is not set. */
  async findAgeSeconds(kind: BackupKind): Promise<number> {
    const [row] = await this.#db.rows<{ age: number }>`
      select greatest(extract(epoch from clock_timestamp() - done_at), 0)::float8 as age
      from backup_states where kind = ${kind}`;
    return row?.age ?? 0;
  }

  async countRows(): Promise<Readonly<Record<string, number>>> {
    const counts: Record<string, number> = {};
    for (const table of COUNTED_TABLES) {
      const [row] = await this.#db.rows<{ count: number }>`
        ${sql`select count(*)::int as count from ${sqlIdentifier(table)}`}`;
      counts[table] = row?.count ?? 0;
    }
    return counts;
  }
}
