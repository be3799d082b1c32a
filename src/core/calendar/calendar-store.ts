/** The calendar's tables: how far business time is ahead, what is due, what ran. See claim-store.ts. */
import { setTimeout as pause } from "node:timers/promises";
import { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { IS_FREE, IS_PAUSE_OVER } from "./free-work-sql.ts";

/** Any number, the same in every release: who holds this lock exclusively moves the clock. */
export const CLOCK_LOCK_KEY = 6_003_602;

export interface DueWork {
  readonly name: string;
  readonly dueAt: Temporal.Instant;
}

export type RunOutcome = "done" | "unfinished" | "failed";

export interface WorkRun extends DueWork {
  readonly startedAt: Temporal.Instant;
  readonly tookMs: number;
  readonly outcome: RunOutcome;
  readonly summary: string;
}

export interface PastRun extends WorkRun {
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
  async readAheadMs(): Promise<number> {
    const [row] = await this.#db.rows<{ ahead_ms: string }>`select ahead_ms from business_clock`;
    return Number(row?.ahead_ms ?? 0);
  }

  /** Never back: whoever asks for less finds it further on already. */
  async moveAhead(aheadMs: number): Promise<void> {
    await this.#db.rows`
      update business_clock set ahead_ms = ${aheadMs}::bigint where ahead_ms < ${aheadMs}::bigint`;
  }

  /** Work that is new here gets its first due time. */
  async addNewWork(work: readonly DueWork[]): Promise<void> {
    const [names, times] = [work.map(({ name }) => name), work.map(({ dueAt }) => `${dueAt}`)];
    await this.#db.rows`
      insert into business_work (name, due_at)
      select * from unnest(${names}::text[], ${times}::timestamptz[])
      on conflict do nothing`;
  }

  /**
   * The earliest of these that is due by a moment; work with the same due time keeps its order. A
   * timer leaves out what is claimed or in a pause after a failure. Who moves the clock leaves out
   * nothing: the clock must not pass the due time of work that has not been done.
   */
  async findEarliestDue(
    names: readonly string[],
    by: Temporal.Instant,
    { isMovingClock }: { readonly isMovingClock: boolean },
  ): Promise<DueWork | undefined> {
    const [row] = await this.#db.rows<DueRow>`
      select name, due_at from business_work
      where due_at <= ${by} and name = any (${names})
        and (${isMovingClock}::boolean or ${IS_FREE} and ${IS_PAUSE_OVER})
      order by due_at, array_position(${names}::text[], name) limit 1`;
    return row && { name: row.name, dueAt: row.due_at };
  }

  async listUpcomingWork(): Promise<readonly DueWork[]> {
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

const TRY_EVERY_MS = 100;

/**
 * Runs work as the only one that moves the clock, waiting for its turn. All of its statements use
 * the connection that holds the lock: when that is lost, they fail and the clock stands still.
 * Whoever waits holds no connection: the work of the one who moves the clock needs them.
 */
export async function withClockLock<Result>(
  pool: DatabasePool,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const done = await pool.withClient((client) => runIfFree(new Database(client), work));
    if (done !== undefined) return done.result;
    await pause(TRY_EVERY_MS);
  }
}

async function runIfFree<Result>(db: Database, work: (db: Database) => Promise<Result>) {
  const [row] = await db.rows<{ is_mine: boolean }>`
    select pg_try_advisory_lock(${CLOCK_LOCK_KEY}) as is_mine`;
  if (!row?.is_mine) return undefined;
  try {
    return { result: await work(db) };
  } finally {
    await db.rows`select pg_advisory_unlock(${CLOCK_LOCK_KEY})`;
  }
}
