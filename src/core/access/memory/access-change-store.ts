/** Reads which callers changed since a snapshot. Exact, however long a change took to commit. */
import type { Database } from "../../../db/database.ts";
import { type ChangeSubject, EVERYTHING } from "./change-subject.ts";

/** A pg_snapshot of PostgreSQL: the transactions that had been committed at one moment. */
export type AccessSnapshot = string;

export interface Changes {
  readonly snapshot: AccessSnapshot;
  readonly subjects: readonly ChangeSubject[];
}

/** More changes than this are reported as EVERYTHING. */
const SUBJECTS_MAX = 5_000;

export class AccessChangeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async currentSnapshot(): Promise<AccessSnapshot> {
    const [row] = await this.#db.rows<{ snapshot: AccessSnapshot }>`
      select pg_current_snapshot()::text as snapshot`;
    return row?.snapshot ?? "";
  }

  /**
   * Returns rows that the earlier snapshot could not see. Rows with a future transaction id were
   * imported from another server and are left out.
   */
  async changesSince(earlier: AccessSnapshot): Promise<Changes> {
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

  /** Uses the clock of the database, like the rows. No process remembers a caller for an hour. */
  async removeOldChanges(most: number): Promise<number> {
    return this.#db.count`
      delete from access_changes where ctid = any (array(
        select ctid from access_changes
        -- In a subquery, so that the clock is read once and the index can be used.
        where changed_at < (select clock_timestamp() - interval '1 hour') limit ${most}))`;
  }
}
