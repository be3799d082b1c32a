/** The calendar's tables: how far business time is ahead, what is due, what ran. See claim-store.ts. */

import { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";

/** Any number, the same in every release: who holds this lock exclusively moves the clock. */
export const CLOCK_LOCK_KEY = 6_003_602;

export interface DueWork {
  readonly name: string;
  readonly dueAt: Temporal.Instant;
}

export type RunOutcome = "done" | "unfinished" | "failed";

export interface Run extends DueWork {
  readonly startedAt: Temporal.Instant;
  readonly tookMs: number;
  readonly outcome: RunOutcome;
  readonly summary: string;
}

export interface PastRun extends Run {
  readonly id: string;
}

interface DueRow {
  readonly name: string;
  readonly due_at: Temporal.Instant;
}

export class CalendarStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** How many milliseconds business time is ahead of the wall clock. */
  async ahead(): Promise<number> {
    const [row] = await this.#db.rows<{ ahead_ms: string }>`select ahead_ms from business_clock`;
    return Number(row?.ahead_ms ?? 0);
  }

  /** Never back: whoever asks for less finds it further on already. */
  async moveAhead(aheadMs: number): Promise<void> {
    await this.#db.rows`
      update business_clock set ahead_ms = ${aheadMs}::bigint where ahead_ms < ${aheadMs}::bigint`;
  }

  /** Work that is new here gets its first due time. */
  async register(work: readonly DueWork[]): Promise<void> {
    const [names, times] = [work.map(({ name }) => name), work.map(({ dueAt }) => `${dueAt}`)];
    await this.#db.rows`
      insert into business_work (name, due_at)
      select * from unnest(${names}::text[], ${times}::timestamptz[])
      on conflict do nothing`;
  }

  /**
   * The earliest of these that is due by a moment and free to run; work with the same due time keeps
   * its order. Who moves the clock does not wait for the pause after a failure.
   */
  async earliest(
    names: readonly string[],
    by: Temporal.Instant,
    { ignoresPauses }: { readonly ignoresPauses: boolean },
  ): Promise<DueWork | undefined> {
    const [row] = await this.#db.rows<DueRow>`
      select name, due_at from business_work
      where due_at <= ${by} and name = any (${names})
        and (claimed_until is null or claimed_until <= clock_timestamp())
        and (${ignoresPauses}::boolean or retry_at is null or retry_at <= clock_timestamp())
      order by due_at, array_position(${names}::text[], name) limit 1`;
    return row && { name: row.name, dueAt: row.due_at };
  }

  async upcoming(): Promise<readonly DueWork[]> {
    const rows = await this.#db.rows<DueRow>`
      select name, due_at from business_work order by due_at, name`;
    return rows.map((row) => ({ name: row.name, dueAt: row.due_at }));
  }

  /** What ran, the newest first. */
  async past(atMost: number, before: string | undefined): Promise<readonly PastRun[]> {
    return this.#db.rows<PastRun>`
      select id, name, due_at as "dueAt", started_at as "startedAt", took_ms as "tookMs", outcome,
        summary
      from business_runs where id < coalesce(${before}::bigint, 9223372036854775807)
      order by id desc limit ${atMost}`;
  }
}

/**
 * Runs work as the only one that moves the clock, waiting for its turn. All of its statements use
 * the connection that holds the lock: when that is lost, they fail and the clock stands still.
 */
export async function withCalendar<Result>(
  pool: DatabasePool,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  return pool.withClient(async (client) => {
    const db = new Database(client);
    // Another process may hold the lock for longer than a statement may take.
    await db.rows`set statement_timeout = 0`;
    await db.rows`select pg_advisory_lock(${CLOCK_LOCK_KEY})`;
    await db.rows`reset statement_timeout`;
    try {
      return await work(db);
    } finally {
      await db.rows`select pg_advisory_unlock(${CLOCK_LOCK_KEY})`;
    }
  });
}
