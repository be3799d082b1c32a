/** Creates, lists and drops the databases of test gateways on their server. */
import type { Database } from "../../db/database.ts";
import { sqlIdentifier } from "../../db/sql.ts";

/** "KIT", as a number: the first half of the locks of test gateways. */
const KIT = 0x4b_49_54;

export class CloneStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Needs a connection of its own, which holds the lock until it ends. */
  async tryLockSlot(slot: number): Promise<boolean> {
    const [row] = await this.#db.rows<{ taken: boolean }>`
      select pg_try_advisory_lock(${KIT}, ${slot}) as taken`;
    return row?.taken === true;
  }

  async unlockSlot(slot: number): Promise<void> {
    await this.#db.rows`select pg_advisory_unlock(${KIT}, ${slot})`;
  }

  /** Oldest first. */
  async listDatabases(prefix: string): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ name: string }>`
      select datname as name from pg_database where starts_with(datname, ${prefix}) order by oid`;
    return rows.map(({ name }) => name);
  }

  async createEmpty(name: string): Promise<void> {
    await this.#db.rows`create database ${sqlIdentifier(name)}`;
  }

  /** Copies files whole: through the write-ahead log, it would take twice as long. */
  async createClone(name: string, template: string): Promise<void> {
    await this.#db.rows`
      create database ${sqlIdentifier(name)} template ${sqlIdentifier(template)} strategy file_copy`;
  }

  async renameDatabase(name: string, newName: string): Promise<void> {
    await this.#db.rows`alter database ${sqlIdentifier(name)} rename to ${sqlIdentifier(newName)}`;
  }

  async countConnections(name: string): Promise<number> {
    const [row] = await this.#db.rows<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where datname = ${name}`;
    return row?.count ?? 0;
  }

  /** Ends connections that still use it. */
  async dropDatabase(name: string): Promise<void> {
    await this.#db.rows`drop database if exists ${sqlIdentifier(name)} with (force)`;
  }
}
