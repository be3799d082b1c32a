/** What changed since a process last looked. Exact, however long a change took to commit. */
import type { Database } from "../../db/database.ts";
import { type ChangeSubject, EVERYTHING } from "./change-subject.ts";

/** All that had been committed at one moment, in PostgreSQL's own words. */
export type Snapshot = string;

export interface Changes {
  readonly snapshot: Snapshot;
  readonly subjects: readonly ChangeSubject[];
}

/** More at once is rather told as everything. */
const SUBJECTS_MAX = 5_000;

export class AccessChangeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async currentSnapshot(): Promise<Snapshot> {
    const [row] = await this.#db.rows<{ snapshot: Snapshot }>`
      select pg_current_snapshot()::text as snapshot`;
    return row?.snapshot ?? "";
  }

  /**
   * Rows that the earlier snapshot could not see yet. Those of a transaction still to come were
   * brought here from another server.
   */
  async changesSince(earlier: Snapshot): Promise<Changes> {
    const [row] = await this.#db.rows<Changes>`
      select pg_current_snapshot()::text as snapshot, array(
        select distinct subject from access_changes
        where xid >= pg_snapshot_xmin(${earlier}::pg_snapshot)
          and xid < pg_snapshot_xmax(pg_current_snapshot())
          and not pg_visible_in_snapshot(xid, ${earlier}::pg_snapshot)
        limit ${SUBJECTS_MAX + 1}) as subjects`;
    if (row === undefined) return { snapshot: earlier, subjects: [EVERYTHING] };
    return row.subjects.length > SUBJECTS_MAX ? { ...row, subjects: [EVERYTHING] } : row;
  }

  /** By the server's clock, which also dated the rows. Nobody remembers a caller for an hour. */
  async removeOldChanges(most: number): Promise<number> {
    return this.#db.count`
      delete from access_changes where ctid = any (array(
        select ctid from access_changes
        -- Asked for once: as it stands, the clock could not be looked up in an index.
        where changed_at < (select clock_timestamp() - interval '1 hour') limit ${most}))`;
  }
}
