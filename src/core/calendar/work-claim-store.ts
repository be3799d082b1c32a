/**
 * Who runs a piece of due work now. A claim is a row's token with an end by the database's clock,
 * renewed while the work runs. Only the holder of the token can record a run, so a process that lost
 * its claim records nothing.
 */
import { randomUUID } from "node:crypto";
import type { Database } from "../../db/database.ts";
import { CLOCK_LOCK_KEY, type DueWork, type WorkRun } from "./calendar-store.ts";
import { CLAIM_SECONDS, IS_CLAIMED, IS_FREE } from "./free-work-sql.ts";

export interface WorkClaim extends DueWork {
  readonly token: string;
  /** Failures in a row before this run. */
  readonly failures: number;
  readonly resumeAfter: string | undefined;
}

/** What becomes of the work after a run. */
export interface AfterRun {
  readonly dueAt: Temporal.Instant;
  readonly failures: number;
  /** Undefined: it may run again at once. */
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
   * Claims due work, for all work of its lane: the rows of the lane are locked while it looks.
   * Undefined: another process works in the lane or has already run this, or someone is moving the
   * clock. Who moves the clock holds the lock exclusively, and claims over the same connection.
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
      returning failures, resume_after`;
    if (row === undefined) return undefined;
    const { failures, resume_after } = row;
    return { ...due, token, failures, resumeAfter: resume_after ?? undefined };
  }

  /**
   * False: the claim was lost. One that ran out, as in a process that stood still, lives on unless
   * somebody moves the clock: they have counted this work as not running.
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

  /** Records a run and when the work runs next. False: the claim was lost, and nothing is recorded. */
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

  /** Whether any process is running due work. */
  async isAnyClaimed(): Promise<boolean> {
    const claimed = await this.#db.rows`
      select from business_work where ${IS_CLAIMED} limit 1`;
    return claimed.length > 0;
  }
}
