/** Closes an account's open card batch: everything in one commit, or nothing. */
import type { Database, DatabasePool } from "../../db/database.ts";
import type { NewAttempt } from "./attempt.ts";
import { ClaimStore } from "./claim-store.ts";

/** The outside sees four digits. */
const BATCH_ID_MAX = 9_999;
/** Two who close the same account's batch go one after the other. */
const BATCH_LOCK = 6_003_605;

export interface ClosedBatch {
  readonly batchId: number;
  readonly count: number;
}

class AlreadyClosed extends Error {}

export class BatchStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  /** Accounts that have something to batch. */
  async accountsToClose(): Promise<string[]> {
    const rows = await this.#db.rows<{ account_id: string }>`
      select distinct account_id from transactions
      where batched_at is null and tender_type = 'CARD'
        and state in ('sold', 'forced', 'captured', 'credited', 'refunded')
      order by account_id`;
    return rows.map(({ account_id }) => account_id);
  }

  /** Undefined: there was nothing to batch. */
  close(accountId: string, at: Temporal.Instant): Promise<ClosedBatch | undefined> {
    return this.#db.atomically((db) => closeOpen(db, accountId, at));
  }

  /** The same, asked for by a request. False: the request was answered before. */
  async closeFor(
    begun: NewAttempt,
    end: BatchEnd,
    oldestIssuedId: Temporal.Instant,
  ): Promise<boolean> {
    try {
      await this.#db.atomically((db) => closeOnce(db, begun, end, oldestIssuedId));
      return true;
    } catch (error) {
      if (error instanceof AlreadyClosed) return false;
      throw error;
    }
  }
}

/** How the request is ended, once the batch is known. */
export type BatchEnd = (db: Database, closed: ClosedBatch | undefined) => Promise<void>;

async function closeOnce(
  db: Database,
  begun: NewAttempt,
  end: BatchEnd,
  oldestIssuedId: Temporal.Instant,
): Promise<void> {
  if (!(await new ClaimStore(db).spend(begun, oldestIssuedId))) throw new AlreadyClosed();
  await end(db, await closeOpen(db, begun.attempt.accountId, begun.attempt.startedAt));
}

async function closeOpen(
  db: Database,
  accountId: string,
  at: Temporal.Instant,
): Promise<ClosedBatch | undefined> {
  await db.rows`select pg_advisory_xact_lock(${BATCH_LOCK}, hashtext(${accountId}))`;
  const [last] = await db.rows<{ number: number }>`
    select number from card_batches where account_id = ${accountId} order by number desc limit 1`;
  const number = (last?.number ?? 0) + 1;
  const batchId = ((number - 1) % BATCH_ID_MAX) + 1;
  const [batch] = await db.rows<{ count: number; net_cents: string }>`
    with batched as (
      update transactions set batch_id = ${batchId}, batched_at = ${at}
      where account_id = ${accountId} and batched_at is null and tender_type = 'CARD'
        and state in ('sold', 'forced', 'captured', 'credited', 'refunded')
      returning amount_cents, state
    )
    select count(*)::int as count,
      coalesce(sum(case when state in ('credited', 'refunded') then -amount_cents
        else amount_cents end), 0) as net_cents
    from batched`;
  if (batch === undefined || batch.count === 0) return undefined;
  await db.rows`
    insert into card_batches (account_id, number, closed_at, transaction_count, net_cents)
    values (${accountId}, ${number}, ${at}, ${batch.count}, ${batch.net_cents})`;
  return { batchId, count: batch.count };
}
