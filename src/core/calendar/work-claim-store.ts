/**
 * Claims on due work. A claim is a token in the row of the work. It expires by the database's clock
 * and is renewed while the work runs. Only the holder of the token can record a run, so a process
 * that lost its claim records nothing.
 */
import { randomUUID } from "node:crypto";
import type { Database } from "../../db/database.ts";
import { NOT_IN_SAFE_MODE } from "../../db/safe-mode.ts";
import { CLOCK_LOCK_KEY, type DueWork, type WorkRun } from "./calendar-store.ts";
import { CLAIM_SECONDS, IS_CLAIMED, IS_FREE } from "./free-work-sql.ts";

export interface WorkClaim extends DueWork {
  readonly token: string;
  /** Failures in a row before this run. */
  readonly failures: number;
  readonly resumeAfter: string | undefined;
}

/** When the work runs next. */
export interface AfterRun {
  readonly dueAt: Temporal.Instant;
  readonly failures: number;
  /** Undefined: it may run again immediately. */
  readonly pauseMs?: number | undefined;
  readonly resumeAfter?: string | undefined;
}

interface ClaimRow {
  readonly failures: number;
  readonly resume_after: string | null;
}

export class WorkClaimStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Claims due work if no other work of its lane is claimed. The rows of the lane are locked meanwhile.
   * Returns undefined if another process works in the lane or has already run this work, or if the
   * clock is being moved, or in safe mode. The process that moves the clock claims over the connection with the lock.
   */
  async claimWork(due: DueWork, laneNames: readonly string[]): Promise<WorkClaim | undefined> {
    const token = randomUUID();
    const [row] = await this.#db.rows<ClaimRow>`
      with clock as materialized (
        select pg_try_advisory_xact_lock_shared(${CLOCK_LOCK_KEY}) as is_free
      ), lane as materialized (
        select claimed_until from business_work where name = any (${laneNames})
        order by name for update
      )
      update business_work set claimed_by = ${token},
        claimed_until = clock_timestamp() + ${CLAIM_SECONDS}::float8 * interval '1 second'
      from clock
      where clock.is_free and name = ${due.name} and due_at = ${due.dueAt}
        and ${IS_FREE} and not exists (select from lane where ${IS_CLAIMED})
        and ${NOT_IN_SAFE_MODE}
      returning failures, resume_after`;
    if (row === undefined) return undefined;
    const { failures, resume_after } = row;
    return { ...due, token, failures, resumeAfter: resume_after ?? undefined };
  }

  /**
   * Returns false if the claim was lost. A claim that expired, such as in a suspended process, can be
   * renewed unless the clock is being moved: then this work was already counted as not running.
   */
  async renewClaim({ name, token }: WorkClaim): Promise<boolean> {
    const renewed = await this.#db.count`
      with clock as materialized (
        select pg_try_advisory_xact_lock_shared(${CLOCK_LOCK_KEY}) as is_free
      )
      update business_work
      set claimed_until = clock_timestamp() + ${CLAIM_SECONDS}::float8 * interval '1 second'
      from clock
      where name = ${name} and claimed_by = ${token} and (clock.is_free or ${IS_CLAIMED})`;
    return renewed === 1;
  }

  /** Records a run and when the work runs next. Returns false, and records nothing, if the claim was lost. */
  async recordRun(claim: WorkClaim, run: WorkRun, after: AfterRun): Promise<boolean> {
    const { name, token } = claim;
    const recorded = await this.#db.count`
      with moved as (
        update business_work set due_at = ${after.dueAt}, failures = ${after.failures},
          resume_after = ${after.resumeAfter}, claimed_by = null, claimed_until = null,
          retry_at = clock_timestamp() + ${after.pauseMs}::float8 * interval '1 millisecond'
        where name = ${name} and claimed_by = ${token} and due_at = ${claim.dueAt}
        returning 1
      )
      insert into business_runs (name, due_at, started_at, took_ms, outcome, summary)
      select ${name}, ${run.dueAt}, ${run.startedAt}, ${run.tookMs}, ${run.outcome}, ${run.summary}
      from moved`;
    return recorded === 1;
  }

  /** The name of some work that a process is running now. */
  async findRunningWork(): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ name: string }>`
      select name from business_work where ${IS_CLAIMED} order by name limit 1`;
    return row?.name;
  }
}
