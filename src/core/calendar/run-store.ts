/** Reads which work is due and how its runs went, for the console. */
import type { Database } from "../../db/database.ts";
import { allConditions, sql } from "../../db/sql.ts";
import type { DueWork, WorkRun } from "./calendar-store.ts";

export interface KnownRun extends WorkRun {
  readonly id: string;
}

export interface KnownWork extends DueWork {
  /** Failures in a row. */
  readonly failures: number;
  /** When it is retried after a failure, or continues after its time budget was used up. */
  readonly retryAt: Temporal.Instant | null;
  /** Null: it has not run yet. */
  readonly lastRun: Omit<KnownRun, "name"> | null;
}

export interface RunFilter {
  readonly name?: string | undefined;
  readonly outcome?: WorkRun["outcome"] | undefined;
  /** The id of the last run on the previous page. */
  readonly olderThan?: string | undefined;
  readonly take: number;
}

interface WorkRow extends DueWork {
  readonly failures: number;
  readonly retryAt: Temporal.Instant | null;
  readonly id: string | null;
  readonly lastDueAt: Temporal.Instant;
  readonly startedAt: Temporal.Instant;
  readonly tookMs: number;
  readonly outcome: WorkRun["outcome"];
  readonly summary: string;
}

export class RunStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Ordered by due time. */
  async listWork(): Promise<readonly KnownWork[]> {
    const rows = await this.#db.rows<WorkRow>`
      select work.name, work.due_at as "dueAt", work.failures, work.retry_at as "retryAt", run.id, run.due_at as "lastDueAt",
        run.started_at as "startedAt", run.took_ms as "tookMs", run.outcome, run.summary
      from business_work work
        left join lateral (
          select * from business_runs where name = work.name order by id desc limit 1
        ) run on true
      order by work.due_at, work.name`;
    return rows.map(toWork);
  }

  /** Newest first. */
  listRuns({ name, outcome, olderThan, take }: RunFilter): Promise<KnownRun[]> {
    const conditions = [
      ...(name === undefined ? [] : [sql`name = ${name}`]),
      ...(outcome === undefined ? [] : [sql`outcome = ${outcome}`]),
      ...(olderThan === undefined ? [] : [sql`id < ${olderThan}`]),
    ];
    return this.#db.rows<KnownRun>`
      select id, name, due_at as "dueAt", started_at as "startedAt", took_ms as "tookMs", outcome,
        summary
      from business_runs where ${allConditions(conditions)} order by id desc limit ${take}`;
  }

  /** Names of work that failed and waits for its retry. */
  async listFailingNames(): Promise<readonly string[]> {
    const work = await this.listWork();
    return work.filter(({ failures }) => failures > 0).map(({ name }) => name);
  }
}

function toWork(row: WorkRow): KnownWork {
  const { name, dueAt, failures, retryAt, id, lastDueAt, ...run } = row;
  const lastRun = id === null ? null : { id, ...run, dueAt: lastDueAt };
  return { name, dueAt, failures, retryAt, lastRun };
}
