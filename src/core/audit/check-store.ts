/** Checks of the audit log, one at a time, and their results. */
import type { Database } from "../../db/database.ts";
import type { AuditReport, CheckProgress } from "./verify-audit.ts";

export interface AuditCheck {
  readonly id: string;
  readonly startedAt: Temporal.Instant;
  readonly startedBy: string;
  readonly walked: number;
  readonly toWalk: number;
  readonly finishedAt: Temporal.Instant | null;
  /** Null while it runs, or if it could not be finished. */
  readonly isSound: boolean | null;
  readonly report: AuditReport | null;
  readonly failure: string | null;
}

export interface CheckEnd {
  readonly at: Temporal.Instant;
  readonly report: AuditReport | undefined;
  readonly failure: string | undefined;
}

/** A check without progress for this long has died. */
const SILENT = Temporal.Duration.from({ minutes: 1 });
const KEPT_MAX = 50;

export class CheckStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Ends checks of processes that died. */
  async endDeadChecks(now: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      update audit_checks set finished_at = ${now},
        failure = 'The process that ran the check has ended.'
      where finished_at is null and seen_at < ${now.subtract(SILENT)}`;
  }

  /** Returns the id, or undefined if another check is running. */
  async startCheck(by: string, now: Temporal.Instant): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ id: string }>`
      with old as (
        delete from audit_checks where id <= (
          select id from audit_checks order by id desc offset ${KEPT_MAX - 1} limit 1)
      )
      insert into audit_checks (started_at, started_by, seen_at) values (${now}, ${by}, ${now})
      on conflict ((true)) where finished_at is null do nothing
      returning id`;
    return row?.id;
  }

  /** Returns false if the check was ended. */
  async saveProgress(id: string, now: Temporal.Instant, progress: CheckProgress): Promise<boolean> {
    const count = await this.#db.count`
      update audit_checks
      set seen_at = ${now}, walked = ${progress.walked}, to_walk = ${progress.toWalk}
      where id = ${id} and finished_at is null`;
    return count === 1;
  }

  async endCheck(id: string, { at, report, failure }: CheckEnd): Promise<boolean> {
    const count = await this.#db.count`
      update audit_checks set finished_at = ${at}, is_sound = ${report?.isSound ?? null},
        report = ${report === undefined ? null : JSON.stringify(report)}, failure = ${failure ?? null},
        walked = case when ${report === undefined} then walked else to_walk end
      where id = ${id} and finished_at is null`;
    return count === 1;
  }

  /** Newest first. */
  listNewestChecks(atMost: number): Promise<AuditCheck[]> {
    return this.#db.rows<AuditCheck>`
      select id, started_at as "startedAt", started_by as "startedBy", walked::float8,
        to_walk::float8 as "toWalk", finished_at as "finishedAt", is_sound as "isSound", report,
        failure
      from audit_checks order by id desc limit ${atMost}`;
  }
}
