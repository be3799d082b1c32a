/**
 * Attempts that the database has lost, because a failover lost the commits that wrote them. They are
 * written down again: as reversals that are owed to the card host, or to be asked about.
 */
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { sql } from "../../../db/sql.ts";
import { withoutIndex } from "../../../db/unindexed-sql.ts";
import type { Attempt } from "./attempt.ts";
import { lockLostAttempt, writeOpenAttempt } from "./rewrite-store.ts";

/** The two ways to write down that an order must be reversed. */
export interface OwedReversal {
  readonly lost: Attempt;
  /** Ends as the payment that came to nothing. Undefined: it never made a transaction of its own. */
  readonly asPayment: Attempt | undefined;
  /** Changes no transaction: another request has used the id since, or it is of the original. */
  readonly beside: Attempt;
}

const ACCOUNT_ID = withoutIndex(sql`account_id`);

export class LostAttemptStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  /** Whether nothing is left of an attempt: not under way, and not ended by anybody. */
  async isLost({ accountId, transactionId, attemptId }: Attempt): Promise<boolean> {
    const [found] = await this.#db.rows`
      select from open_attempts where account_id = ${accountId} and attempt_id = ${attemptId}
      union all
      select from attempts where account_id = ${accountId}
        and transaction_id = ${transactionId} and attempt_id = ${attemptId}`;
    return found === undefined;
  }

  /** Writes down that the order must be reversed, once. Nothing happens where it was found since. */
  async writeOwedReversal(owed: OwedReversal): Promise<void> {
    await this.#db.atomically(async (db) => {
      if (await lockLostAttempt(db, owed.lost)) await writeReversal(db, owed);
    });
  }
}

/** Inside a transaction of the database that holds the lock on the lost attempt. */
export async function writeReversal(
  db: Database,
  { lost, asPayment, beside }: OwedReversal,
): Promise<void> {
  const isFree = asPayment !== undefined && (await reclaimId(db, lost));
  await writeOpenAttempt(db, isFree ? asPayment : beside, { state: "reversing" });
}

/**
 * Whether the id is still the lost attempt's alone. Where its issue came back with the failover it
 * is spent again first: a request that uses it at this moment has committed when this returns, or
 * finds it spent. The reversal of a lost capture stands beside the id, and does not use it.
 */
export async function reclaimId(
  db: Database,
  { accountId, transactionId }: Attempt,
): Promise<boolean> {
  await db.rows`
    delete from issued_ids where account_id = ${accountId} and id = ${transactionId}`;
  const [used] = await db.rows`
    select from open_attempts
    where ${ACCOUNT_ID} = ${accountId} and transaction_id = ${transactionId}
      and original_id is distinct from ${transactionId}
    union all
    select from transactions where account_id = ${accountId} and id = ${transactionId}`;
  return used === undefined;
}
