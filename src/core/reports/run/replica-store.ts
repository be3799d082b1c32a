/** Measures how far a read replica is behind the primary server. */
import type { Database } from "../../../db/database.ts";

export class ReplicaStore {
  readonly #primary: Database;
  readonly #replica: Database;

  constructor(primary: Database, replica: Database) {
    this.#primary = primary;
    this.#replica = replica;
  }

  /**
   * 0 if the replica has replayed everything that the primary had written. Otherwise the age of the
   * last replayed transaction, which is too high after a quiet hour, so a report then uses the primary.
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
