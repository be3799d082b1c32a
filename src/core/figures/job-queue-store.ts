/** How the queues of timed jobs stand. The tables are pg-boss's; a function of ours counts them. */
import type { Database } from "../../db/database.ts";

export interface JobQueue {
  readonly name: string;
  /** When its timer fires, as cron has it, in UTC. */
  readonly cron: string | null;
  readonly waiting: number;
  readonly retrying: number;
  readonly active: number;
  /** Of the last day: older ones are removed. */
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

  /** None before the first process with jobs has started. */
  listQueues(): Promise<JobQueue[]> {
    return this.#db.rows<JobQueue>`
      select name, cron, waiting::int, retrying::int, active::int, failed::int, done::int,
        oldest_waiting_at as "oldestWaitingAt", last_done_at as "lastDoneAt",
        last_failure_at as "lastFailureAt", last_failure as "lastFailure"
      from job_queues()`;
  }
}
