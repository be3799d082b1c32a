/** How far business time is ahead, and which work is due. work-claim-store.ts records the runs. */
import { setTimeout as pause } from "node:timers/promises";
import { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { ADVISORY_LOCKS } from "../../db/locks/advisory-locks.ts";
import { requireCoordinator } from "../../db/sharding/coordinator.ts";
import { IS_FREE, IS_PAUSE_OVER } from "./free-work-sql.ts";

/** The process that moves the clock holds this lock exclusively. */
export const CLOCK_LOCK_KEY = ADVISORY_LOCKS.clock.number;

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

  /** Never moves back: a smaller value than the stored one changes nothing. */
  async moveAhead(aheadMs: number): Promise<void> {
    await this.#db.rows`
      update business_clock set ahead_ms = ${aheadMs}::bigint where ahead_ms < ${aheadMs}::bigint`;
  }

  /** Adds work that is not stored yet, with its first due time. */
  async addNewWork(work: readonly DueWork[]): Promise<void> {
    const [names, times] = [work.map(({ name }) => name), work.map(({ dueAt }) => `${dueAt}`)];
    await this.#db.rows`
      insert into business_work (name, due_at)
      select * from unnest(${names}::text[], ${times}::timestamptz[])
      on conflict do nothing`;
  }

  /**
   * Removes work whose cutoff or schedule was removed: nobody would run it, and it would be late for
   * ever. What is not due yet may have been added by another process after the list was read. Other
   * names that are not on the list belong to another release.
   */
  async removeEndedWork(names: readonly string[], now: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      delete from business_work
      where due_at <= ${now} and name <> all (${names}::text[]) and ${IS_FREE}
        and (name like 'close ACH file of %' or name = 'send scheduled reports')`;
  }

  /**
   * Finds the earliest of these that is due by a moment. Work with the same due time keeps the order
   * of the list. A timer skips work that is claimed or pauses after a failure. Moving the clock skips
   * nothing, because the clock must not pass the due time of work that was not done.
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
}

const TRY_EVERY_MS = 100;

/**
 * Waits for the lock on the clock and runs work under it. All statements of the work must use the
 * connection that holds the lock: if it is lost, they fail, and the clock stops. No connection is
 * held while waiting, because the work of the process that moves the clock needs connections.
 */
export async function withClockLock<Result>(
  pool: DatabasePool,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  requireCoordinator(pool, "the lock on the business clock");
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
