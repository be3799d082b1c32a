/** The standbys of the database server, and replication slots that nobody reads. */
import type { Database } from "../../db/database.ts";

export interface Standby {
  readonly name: string | null;
  /** Null if the login may not see it. */
  readonly state: string | null;
  readonly syncState: string | null;
  readonly lagSeconds: number | null;
  readonly bytesBehind: number | null;
}

export interface IdleSlot {
  readonly name: string;
  readonly bytesKept: number;
}

export class ReplicationStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  listStandbys(): Promise<readonly Standby[]> {
    return this.#db.rows<Standby>`
      select application_name as name, state, sync_state as "syncState",
        extract(epoch from replay_lag)::float8 as "lagSeconds",
        case when not pg_is_in_recovery()
          then pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 end as "bytesBehind"
      from pg_stat_replication where state is distinct from 'backup'
      order by application_name`;
  }

  /** A slot without a reader keeps WAL until the disk is full. */
  listIdleSlots(): Promise<readonly IdleSlot[]> {
    return this.#db.rows<IdleSlot>`
      select slot_name as name,
        pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as "bytesKept"
      from pg_replication_slots
      where not active and not temporary and restart_lsn is not null and not pg_is_in_recovery()
      order by slot_name`;
  }
}
