/** What a backup asks of the server: its functions for base backups, slots and the write-ahead log. */
import type { Database } from "../../db/database.ts";
import { ADVISORY_LOCKS, lockUntilCommit } from "../../db/locks/advisory-locks.ts";
import { parseWalPosition, writeWalPosition } from "./wal-segments.ts";

const SLOT_PREFIX = "sixdoors_archive_";

/** The replication slot that makes the server keep segments for an archive. */
export function archiveSlotName(id: string): string {
  return SLOT_PREFIX + id;
}

export interface ServerFacts {
  readonly systemIdentifier: string;
  readonly timeline: number;
  readonly now: Temporal.Instant;
  readonly segmentBytes: number;
}

export interface StoppedBackup {
  readonly position: bigint;
  readonly label: string;
}

export interface ArchiveSlot {
  /** The name of the archive's folder. */
  readonly id: string;
  /** Undefined: the server no longer has the segments that the archive needs. */
  readonly from: bigint | undefined;
}

/** What only one session may do at a time. */
type Work = "backup" | "archive";

export class BackupServerStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async readFacts(): Promise<ServerFacts> {
    const [row] = await this.#db.rows<ServerFacts>`
      select s.system_identifier::text as "systemIdentifier", c.timeline_id as timeline,
        clock_timestamp() as now,
        pg_size_bytes(current_setting('wal_segment_size'))::int as "segmentBytes"
      from pg_control_system() s, pg_control_checkpoint() c`;
    if (row === undefined) throw new Error("the server has no control data");
    return row;
  }

  /** Until this session ends. False: another session does this work. */
  async claim(work: Work): Promise<boolean> {
    const [row] = await this.#db.rows<{ isClaimed: boolean }>`
      select pg_try_advisory_lock(${ADVISORY_LOCKS[work].number}, 0) as "isClaimed"`;
    return row?.isClaimed === true;
  }

  async release(work: Work): Promise<void> {
    await this.#db.rows`select pg_advisory_unlock(${ADVISORY_LOCKS[work].number}, 0)`;
  }

  /** Until the transaction ends, no other process begins an archive. */
  async lockSlots(): Promise<void> {
    await lockUntilCommit(this.#db, "archive", "slots");
  }

  /** The server keeps all segments from now on until this session ends. */
  async holdSegments(name: string): Promise<void> {
    await this.#db.rows`select pg_create_physical_replication_slot(${name}, true, true)`;
  }

  async releaseSegments(name: string): Promise<void> {
    await this.#db.rows`select pg_drop_replication_slot(${name})`;
  }

  async startBackup(label: string): Promise<bigint> {
    const [row] = await this.#db.rows<{ position: string }>`
      select pg_backup_start(${label}, true)::text as position`;
    return parseWalPosition(row?.position ?? "");
  }

  /** Call it in the session that started the backup. */
  async stopBackup(): Promise<StoppedBackup> {
    const [row] = await this.#db.rows<{ position: string; label: string }>`
      select lsn::text as position, labelfile as label from pg_backup_stop(false)`;
    return { position: parseWalPosition(row?.position ?? ""), label: row?.label ?? "" };
  }

  /** Ends the current segment, so that it can be copied. */
  async switchSegment(): Promise<void> {
    await this.#db.rows`select pg_switch_wal()`;
  }

  /** Everything before this position is on the disk. */
  async readFlushed(): Promise<bigint> {
    const [row] = await this.#db.rows<{ position: string }>`
      select pg_current_wal_flush_lsn()::text as position`;
    return parseWalPosition(row?.position ?? "");
  }

  async listArchiveSlots(): Promise<readonly ArchiveSlot[]> {
    const rows = await this.#db.rows<{ name: string; from: string | null }>`
      select slot_name::text as name,
        case when wal_status is distinct from 'lost' then restart_lsn::text end as from
      from pg_replication_slots
      where slot_type = 'physical' and starts_with(slot_name, ${SLOT_PREFIX})
      order by slot_name`;
    return rows.map(({ name, from }) => ({
      id: name.slice(SLOT_PREFIX.length),
      from: from === null ? undefined : parseWalPosition(from),
    }));
  }

  async createArchiveSlot(id: string): Promise<void> {
    await this.#db.rows`
      select pg_create_physical_replication_slot(${archiveSlotName(id)}, true)`;
  }

  async dropArchiveSlot(id: string): Promise<void> {
    await this.#db.rows`
      select pg_drop_replication_slot(slot_name) from pg_replication_slots
      where slot_name = ${archiveSlotName(id)} and not active`;
  }

  /** Lets the server remove the segments before this position. */
  async advanceArchiveSlot(id: string, to: bigint): Promise<void> {
    await this.#db.rows`
      select pg_replication_slot_advance(${archiveSlotName(id)}, ${writeWalPosition(to)}::pg_lsn)`;
  }
}
