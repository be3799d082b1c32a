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

  /** Everything that was committed until then is in the archive. Call all writing steps as the owner. */
  async recordArchived(until: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      insert into backup_states (kind, done_at) values ('archive', ${until})
      on conflict (kind) do update set done_at = greatest(backup_states.done_at, excluded.done_at)`;
  }

  /** A base backup that no archive continues, or one that has ended meanwhile, does not count. */
  async recordBase(at: Temporal.Instant, slot: string): Promise<void> {
    await this.#db.rows`
      insert into backup_states (kind, done_at)
      select 'base', ${at}::timestamptz
      where exists (select from pg_replication_slots where slot_name = ${slot})
      on conflict (kind) do update set done_at = greatest(backup_states.done_at, excluded.done_at)`;
  }

  /** Where no drill is expected, its age is not watched either. */
  async recordDrill(): Promise<void> {
    await this.#db.rows`update backup_states set done_at = now() where kind = 'drill'`;
  }

  /** A new archive begins, and no backup belongs to it: its age is that of a very old one. */
  async forgetBase(): Promise<void> {
    await this.#db.rows`update backup_states set done_at = 'epoch' where kind = 'base'`;
  }

  /** No backups are expected any more. */
  async forgetAll(): Promise<void> {
    await this.#db.rows`delete from backup_states`;
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
