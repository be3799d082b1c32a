/** The state of the job queues. The tables belong to pg-boss; a database function counts their rows. */
import type { Database } from "../../db/database.ts";

export interface JobQueue {
  readonly name: string;
  /** The cron schedule, in UTC. */
  readonly cron: string | null;
  readonly waiting: number;
  readonly retrying: number;
  readonly active: number;
  /** Within the last day. Older jobs are removed. */
  readonly failed: number;
  readonly done: number;
  readonly oldestWaitingAt: Temporal.Instant | null;
  readonly lastDoneAt: Temporal.Instant | null;
  readonly lastFailureAt: Temporal.Instant | null;
  readonly lastFailure: string | null;
}

export class JobQueueStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Empty until the first process with jobs has started. */
  listQueues(): Promise<JobQueue[]> {
    return this.#db.rows<JobQueue>`
      select name, cron, waiting::int, retrying::int, active::int, failed::int, done::int,
        oldest_waiting_at as "oldestWaitingAt", last_done_at as "lastDoneAt",
        last_failure_at as "lastFailureAt", last_failure as "lastFailure"
      from job_queues()`;
  }
}
