/** Closes an account's open card batch in one commit. */

import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { lockUntilCommit } from "../../../db/locks/advisory-locks.ts";
import { sql } from "../../../db/sql.ts";
import type { AnswerWriter } from "../answer.ts";
import type { Finish, NewAttempt } from "../attempts/attempt.ts";
import { RequestClaimStore } from "../attempts/request-claim-store.ts";
import { writeEnd } from "../changes/finish-change-store.ts";
import { inGroups } from "../state-sql.ts";
import { cardBatchId } from "./batch-id.ts";
import { SettledEventStore } from "./settled-event-store.ts";

/** The condition of the index transactions_to_batch. */
const GOES_INTO_BATCH = sql`batched_at is null and tender_type = 'CARD'
  and state ${inGroups("paid", "refunded")}`;

export interface ClosedBatch {
  readonly batchId: number;
  readonly count: number;
}

export class BatchStore {
  readonly #db: DatabasePool;
  readonly #writeAnswer: AnswerWriter;

  constructor(db: DatabasePool, writeAnswer: AnswerWriter) {
    this.#db = db;
    this.#writeAnswer = writeAnswer;
  }

  /** Accounts with transactions that are not in a batch yet. */
  async listAccountsToClose(): Promise<string[]> {
    const rows = await this.#db.rows<{ account_id: string }>`
      select distinct account_id from transactions
      where ${GOES_INTO_BATCH}
      order by account_id`;
    return rows.map(({ account_id }) => account_id);
  }

  /**
   * Undefined: there was nothing to batch, or the batch of this night is closed already. So a repeated
   * run does not include later sales.
   */
  closeNightly(
    accountId: string,
    at: Temporal.Instant,
    now: Temporal.Instant,
  ): Promise<ClosedBatch | undefined> {
    return this.#db.atomically(async (db) => {
      await lockBatches(db, accountId);
      if (await isClosed(db, accountId, at)) return undefined;
      return this.#close(db, accountId, { at, now });
    });
  }

  async #close(db: Database, accountId: string, { at, now }: CloseMoment) {
    const batch = await closeOpen(db, accountId, at);
    if (batch === undefined) return undefined;
    const events = new SettledEventStore(db, this.#writeAnswer);
    await events.writeSettledEvents({ accountId, batchId: batch.batchId, closedAt: at }, now);
    return batch;
  }

  /** Closes the batch for a SETTLE-BATCH request. Undefined: the request was answered before. */
  async closeByRequest(
    begun: NewAttempt,
    finishOf: (batch: ClosedBatch | undefined) => Finish,
    times: CloseTimes,
  ): Promise<Finish | undefined> {
    return this.#db.atomically(async (db) => {
      if (!(await new RequestClaimStore(db).spendClaim(begun, times.oldestIssuedId)))
        return undefined;
      const { accountId, startedAt } = begun.attempt;
      const batch = await this.#close(db, accountId, { at: startedAt, now: times.now });
      const finish = finishOf(batch);
      await writeEnd(db, finish, { now: times.now, batchId: batch?.batchId });
      return finish;
    });
  }
}

interface CloseMoment {
  /** Business time. */
  readonly at: Temporal.Instant;
  /** Wall time. */
  readonly now: Temporal.Instant;
}

export interface CloseTimes {
  /** Business time: ids that were issued before it are no longer valid. */
  readonly oldestIssuedId: Temporal.Instant;
  /** Wall time. */
  readonly now: Temporal.Instant;
}

async function lockBatches(db: Database, accountId: string): Promise<void> {
  await lockUntilCommit(db, "cardBatches", accountId);
}

async function isClosed(db: Database, accountId: string, at: Temporal.Instant): Promise<boolean> {
  const closed = await db.rows`
    select from card_batches where account_id = ${accountId} and closed_at = ${at} limit 1`;
  return closed.length > 0;
}

async function closeOpen(
  db: Database,
  accountId: string,
  at: Temporal.Instant,
): Promise<ClosedBatch | undefined> {
  await lockBatches(db, accountId);
  const [last] = await db.rows<{ number: number }>`
    select number from card_batches where account_id = ${accountId} order by number desc limit 1`;
  const number = (last?.number ?? 0) + 1;
  const batchId = cardBatchId(number);
  const [batch] = await db.rows<{ count: number; net_cents: string }>`
    with batched as (
      update transactions set batch_id = ${batchId}, batched_at = ${at}
      where account_id = ${accountId} and ${GOES_INTO_BATCH}
      returning amount_cents, state
    )
    select count(*)::int as count,
      coalesce(sum(case when state ${inGroups("refunded")} then -amount_cents
        else amount_cents end), 0) as net_cents
    from batched`;
  if (batch === undefined || batch.count === 0) return undefined;
  await db.rows`
    insert into card_batches (account_id, number, closed_at, transaction_count, net_cents)
    values (${accountId}, ${number}, ${at}, ${batch.count}, ${batch.net_cents})`;
  return { batchId, count: batch.count };
}
