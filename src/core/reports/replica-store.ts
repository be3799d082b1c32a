/** How far a read replica is behind the server that is written to. */
import type { Database } from "../../db/database.ts";

export class ReplicaStore {
  readonly #primary: Database;
  readonly #replica: Database;

  constructor(primary: Database, replica: Database) {
    this.#primary = primary;
    this.#replica = replica;
  }

  /**
   * Nothing, where it has replayed all that the primary had written before it was asked. Else the
   * age of what it replayed last: after a quiet hour that is too much for a moment, and errs on the
   * side of fresh reports.
   */
  async lagMs(): Promise<number> {
    const [primary] = await this.#primary.rows<{ written: string | null }>`
      select case when not pg_is_in_recovery() then pg_current_wal_lsn()::text end as written`;
    const [replica] = await this.#replica.rows<{ lag_ms: number | null }>`
      select case
        when not pg_is_in_recovery() then 0
        when pg_last_wal_replay_lsn() >= ${primary?.written ?? null}::pg_lsn then 0
        else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000
      end::float8 as lag_ms`;
    return replica?.lag_ms ?? Number.POSITIVE_INFINITY;
  }
}
