/** Processes that run jobs, and their last reports. Uses the database's clock. */
import type { Database } from "../../db/database.ts";

export interface Worker {
  readonly id: string;
  readonly host: string;
  readonly processId: number;
  readonly version: string;
  /** How far the clock of its machine is ahead of the database's. */
  readonly clockSkewMs: number;
}

export interface SeenWorker extends Worker {
  readonly startedAt: Temporal.Instant;
  readonly seenAt: Temporal.Instant;
  readonly ageSeconds: number;
}

/** Processes report every few seconds. One without a report for this long is gone. */
export const FRESH_SECONDS = 30;

export class HeartbeatStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Stores a report, and removes processes without a report for a day. */
  async reportWorker({ id, host, processId, version, clockSkewMs }: Worker): Promise<void> {
    await this.#db.rows`
      with gone as (
        delete from worker_heartbeats
        where seen_at < clock_timestamp() - interval '1 day' and worker_id <> ${id}
      )
      insert into worker_heartbeats (worker_id, host, process_id, version, clock_skew_ms)
      values (${id}, ${host}, ${processId}, ${version}, ${clockSkewMs})
      on conflict (worker_id) do update set seen_at = clock_timestamp(),
        clock_skew_ms = excluded.clock_skew_ms`;
  }

  /**
   * Seconds since the newest report, or since the installation if there was none. A report from the future
   * was written before the database's clock was set back, and is ignored.
   */
  async findNewestAgeSeconds(): Promise<number> {
    const [row] = await this.#db.rows<{ age: number }>`
      select extract(epoch from clock_timestamp() - coalesce(
        (select max(seen_at) from worker_heartbeats where seen_at <= clock_timestamp()),
        (select installed_at from installation)))::float8 as age`;
    return row?.age ?? Number.NaN;
  }

  /** Seconds since the last report of one process. Undefined: it has not reported. */
  async findAgeSeconds(workerId: string): Promise<number | undefined> {
    const [row] = await this.#db.rows<{ age: number }>`
      select extract(epoch from clock_timestamp() - seen_at)::float8 as age
      from worker_heartbeats where worker_id = ${workerId}`;
    return row?.age;
  }

  /** Processes of the last day, newest report first. */
  listWorkers(): Promise<SeenWorker[]> {
    return this.#db.rows<SeenWorker>`
      select worker_id as id, host, process_id as "processId", version,
        clock_skew_ms as "clockSkewMs", started_at as "startedAt", seen_at as "seenAt",
        extract(epoch from clock_timestamp() - seen_at)::float8 as "ageSeconds"
      from worker_heartbeats order by seen_at desc`;
  }
}
