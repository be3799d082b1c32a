/**
 * Records reversals for attempts that the database has lost, because a failover lost the commits that
 * wrote them.
 */
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { Statement } from "../../../db/statements/statement.ts";
import { withoutIndex } from "../../../db/unindexed-sql.ts";
import type { Attempt } from "./attempt.ts";
import { lockLostAttempt, writeOpenAttempt } from "./rewrite-store.ts";

/** An order that must be reversed, with the two ways to record the reversal. */
export interface OwedReversal {
  readonly lost: Attempt;
  /** Ends as a reversed payment. Undefined: the attempt had no transaction of its own. */
  readonly asPayment: Attempt | undefined;
  /** Changes no transaction: another request has used the id since, or the id is the original's. */
  readonly beside: Attempt;
}

const ACCOUNT_ID = withoutIndex(sql`account_id`);

const FIND_USE = new Statement(findUseOfId(sql`true`));
/** For a Citus cluster, where the tables are fixed to an account. */
const FIND_USE_ON_CLUSTER = new Statement(findUseOfId(sql`account_id = $1::bigint`));

function findUseOfId(isOwn: Sql): Sql {
  return sql`
    select from open_attempts
    where ${ACCOUNT_ID} = $1::bigint and transaction_id = $2::bigint
      and original_id is distinct from $2::bigint and ${isOwn}
    union all
    select from transactions where account_id = $1::bigint and id = $2::bigint`;
}

export class LostAttemptStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  /** Whether the attempt is neither open nor ended. */
  async isLost({ accountId, transactionId, attemptId }: Attempt): Promise<boolean> {
    const [found] = await this.#db.rows`
      select from open_attempts where account_id = ${accountId} and attempt_id = ${attemptId}
      union all
      select from attempts where account_id = ${accountId}
        and transaction_id = ${transactionId} and attempt_id = ${attemptId}`;
    return found === undefined;
  }

  /**
   * Records once that the order must be reversed, unless the attempt has been found since. `alongside`
   * runs in the same database transaction. False: there was nothing to record.
   */
  async writeOwedReversal(
    owed: OwedReversal,
    alongside: (db: Database) => Promise<void> = async () => {},
  ): Promise<boolean> {
    return this.#db.atomically(async (db) => {
      if (!(await lockLostAttempt(db, owed.lost))) return false;
      await writeReversal(db, owed);
      await alongside(db);
      return true;
    });
  }
}

/** Runs in a database transaction that holds the lock on the lost attempt. */
export async function writeReversal(
  db: Database,
  { lost, asPayment, beside }: OwedReversal,
): Promise<void> {
  const isFree = asPayment !== undefined && (await reclaimId(db, lost));
  await writeOpenAttempt(db, isFree ? asPayment : beside, { state: "reversing" });
}

/**
 * Whether no other attempt has used the id. The failover may have brought the unused id back, so it is
 * spent again first: a request that uses it at this moment has either committed when this returns, or
 * finds it spent. The reversal of a lost capture does not use the id.
 */
export async function reclaimId(
  db: Database,
  { accountId, transactionId }: Attempt,
): Promise<boolean> {
  await db.rows`
    delete from issued_ids where account_id = ${accountId} and id = ${transactionId}`;
  const statement = (await db.isSharded()) ? FIND_USE_ON_CLUSTER : FIND_USE;
  const [used] = await db.run(statement, [accountId, transactionId]);
  return used === undefined;
}
