/**
 * Begins and ends attempts one by one through the coordinator of a Citus cluster. It works wherever
 * the rows are, and is used for rows whose node cannot be reached or has given its shard away.
 */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { closeAttempt, writeEnd } from "../changes/finish-change-store.ts";
import type { Finish, NewAttempt } from "./attempt.ts";
import type { AttemptWriter, WriterTimes } from "./attempt-writer.ts";
import { insertGuard } from "./duplicate-guard-store.ts";
import { RequestClaimStore } from "./request-claim-store.ts";

export class CoordinatorWriter implements AttemptWriter {
  readonly #coordinator: DatabasePool;
  readonly #times: WriterTimes;

  constructor(coordinator: DatabasePool, times: WriterTimes) {
    this.#coordinator = coordinator;
    this.#times = times;
  }

  startAll(rows: readonly NewAttempt[]): Promise<boolean[]> {
    return endAll(rows.map((row) => this.#start(row)));
  }

  finishAll(rows: readonly Finish[]): Promise<boolean[]> {
    return endAll(rows.map((row) => this.#finish(row)));
  }

  #start(row: NewAttempt): Promise<boolean> {
    return this.#coordinator.atomically(async (db) => {
      const claims = new RequestClaimStore(db);
      if (!(await claims.spendClaim(row, this.#times.oldestIssuedId()))) return false;
      const { guard } = row.claim;
      if (guard !== undefined && !(await insertGuard(db, row.attempt, guard))) return false;
      return claims.writeAttempt(row);
    });
  }

  #finish(row: Finish): Promise<boolean> {
    return this.#coordinator.atomically(async (db) => {
      if (!(await closeAttempt(db, row.attempt, row.outcome))) return false;
      await writeEnd(db, row, { now: this.#times.wall() });
      return true;
    });
  }
}

/** Throws the first error only after all have ended: the caller repeats the rows, and none may still run. */
async function endAll<Result>(runs: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(runs);
  return Promise.all(runs);
}
