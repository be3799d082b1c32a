/** The calendar's tables: how far business time is ahead, what is due, what ran. */

import { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";

/** Any number, the same in every release: who holds this lock runs due work. */
const LOCK_KEY = 6_003_602;

export interface DueWork {
  readonly name: string;
  readonly dueAt: Temporal.Instant;
}

export interface Run extends DueWork {
  readonly startedAt: Temporal.Instant;
  readonly tookMs: number;
  readonly outcome: "done" | "failed";
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

  /** The earliest of these that is due by a moment; what has the same time keeps their order. */
  async earliest(names: readonly string[], by: Temporal.Instant): Promise<DueWork | undefined> {
    const [row] = await this.#db.rows<DueRow>`
      select name, due_at from business_work
      where due_at <= ${by} and name = any (${names})
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

  /** Writes down a run and, when it is done, when the work is due again. */
  async record(run: Run, dueAgain: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      with moved as (
        update business_work set due_at = ${dueAgain}
        where name = ${run.name} and due_at = ${run.dueAt} and ${run.outcome} = 'done'
      )
      insert into business_runs (name, due_at, started_at, took_ms, outcome, summary)
      values (${run.name}, ${run.dueAt}, ${run.startedAt}, ${run.tookMs}, ${run.outcome},
        ${run.summary})`;
  }
}

/** Runs work as the only one in the whole installation, waiting for its turn. */
export async function withCalendar<Result>(
  pool: DatabasePool,
  work: (calendar: CalendarStore) => Promise<Result>,
): Promise<Result> {
  return pool.withClient(async (client) => {
    const db = new Database(client);
    // Whoever is before us may take longer than a statement may.
    await db.rows`set statement_timeout = 0`;
    await db.rows`select pg_advisory_lock(${LOCK_KEY})`;
    await db.rows`reset statement_timeout`;
    try {
      return await work(new CalendarStore(db));
    } finally {
      await db.rows`select pg_advisory_unlock(${LOCK_KEY})`;
    }
  });
}

/** The same, or nothing when someone else is at it: they will see to everything that is due. */
export async function tryCalendar<Result>(
  pool: DatabasePool,
  work: (calendar: CalendarStore) => Promise<Result>,
): Promise<Result | undefined> {
  return pool.withClient(async (client) => {
    const db = new Database(client);
    const [row] = await db.rows<{ mine: boolean }>`
      select pg_try_advisory_lock(${LOCK_KEY}) as mine`;
    if (!row?.mine) return undefined;
    try {
      return await work(new CalendarStore(db));
    } finally {
      await db.rows`select pg_advisory_unlock(${LOCK_KEY})`;
    }
  });
}
