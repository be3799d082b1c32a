/** Finds the earlier request that used an id or a key: still running, or answered. */
import { columnArrays } from "../../../db/arrays.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { runByAccount } from "../../../db/sharding/by-account.ts";
import { NodeCoalescers } from "../../../db/sharding/node-coalescers.ts";
import { sql } from "../../../db/sql.ts";
import { Statement } from "../../../db/statements/statement.ts";
import { withoutIndex } from "../../../db/unindexed-sql.ts";
import type { Answer } from "../answer.ts";

/** Names an earlier request. The attempt is known only if a key led to it. */
export interface EarlierKey {
  readonly accountId: string;
  readonly transactionId: string;
  readonly attemptId: string | undefined;
}

export interface Earlier {
  readonly fingerprint: Uint8Array;
  /** Absent while the outcome is not known. */
  readonly answer: Answer | undefined;
  /** Whether a process still waits for the card host. */
  readonly isRunning: boolean;
}

interface EarlierRow {
  readonly place: string;
  readonly fingerprint: Uint8Array;
  readonly answer: Answer | null;
  readonly is_running: boolean;
}

const ACCOUNT_ID = withoutIndex(sql`account_id`);

/**
 * If several attempts have the same id, the first one counts: captures come later. `offset 0` makes
 * the planner look up open attempts row by row. Otherwise it may assume that the table is empty and
 * compare every row with every question.
 */
const FIND_EARLIER = new Statement(sql`
  with asked as materialized (
    select * from unnest($1::bigint[], $2::bigint[], $3::uuid[])
      with ordinality as asked (account_id, transaction_id, attempt_id, place)
  ), found as (
    select asked.place, kept.fingerprint, kept.answer, false as is_running, kept.started_at
    from asked join attempts kept on kept.account_id = asked.account_id
      and kept.transaction_id = asked.transaction_id
      and (asked.attempt_id is null or kept.attempt_id = asked.attempt_id)
    union all
    select asked.place, open.fingerprint, null, open.state <> 'unknown', open.started_at
    from asked cross join lateral (
      select fingerprint, state, started_at from open_attempts
      where ${ACCOUNT_ID} = asked.account_id and transaction_id = asked.transaction_id
        and (asked.attempt_id is null or attempt_id = asked.attempt_id)
      offset 0) open
  )
  select distinct on (place) place, fingerprint, answer, is_running
  from found order by place, started_at`);

export class EarlierStore {
  readonly #db: DatabasePool;
  readonly #finds: NodeCoalescers<EarlierKey, Earlier | undefined>;

  constructor({ db, queueMax }: { readonly db: DatabasePool; readonly queueMax: number }) {
    this.#db = db;
    this.#finds = new NodeCoalescers(db, { runAll: (keys) => this.#findOnLayout(keys), queueMax });
  }

  findEarlierAttempt(key: EarlierKey): Promise<Earlier | undefined> {
    return this.#finds.run(key);
  }

  async findEarlierByKey(accountId: string, digest: Uint8Array): Promise<EarlierKey | undefined> {
    const [row] = await this.#db.rows<{ attempt_id: string; transaction_id: string }>`
      select attempt_id, transaction_id from idempotency_keys
      where account_id = ${accountId} and digest = ${digest}`;
    return row && { accountId, transactionId: row.transaction_id, attemptId: row.attempt_id };
  }

  async #findOnLayout(keys: readonly EarlierKey[]): Promise<(Earlier | undefined)[]> {
    if (!(await this.#db.cluster.isSharded())) return this.#findAll(keys);
    return runByAccount(keys, (accountId, own) => this.#findOfAccount(accountId, own));
  }

  async #findAll(keys: readonly EarlierKey[]): Promise<(Earlier | undefined)[]> {
    return inOrder(keys, await this.#db.run(FIND_EARLIER, columnArrays(keys, COLUMNS)));
  }

  /** The same for one account, which a Citus cluster runs on one node. */
  async #findOfAccount(
    accountId: string,
    keys: readonly EarlierKey[],
  ): Promise<(Earlier | undefined)[]> {
    const [ids, attempts] = columnArrays(keys, COLUMNS.slice(1));
    const rows = await this.#db.rows<EarlierRow>`
      select distinct on (place) place, fingerprint, answer, is_running
      from (
        select asked.place, kept.fingerprint, kept.answer, false as is_running, kept.started_at
        from attempts kept
          join unnest(${ids}::bigint[], ${attempts}::uuid[])
            with ordinality as asked (transaction_id, attempt_id, place)
            on kept.transaction_id = asked.transaction_id
              and (asked.attempt_id is null or kept.attempt_id = asked.attempt_id)
        where kept.account_id = ${accountId}
        union all
        select asked.place, open.fingerprint, null, open.state <> 'unknown', open.started_at
        from open_attempts open
          join unnest(${ids}::bigint[], ${attempts}::uuid[])
            with ordinality as asked (transaction_id, attempt_id, place)
            on open.transaction_id = asked.transaction_id
              and (asked.attempt_id is null or open.attempt_id = asked.attempt_id)
        where open.account_id = ${accountId}
      ) found
      order by place, started_at`;
    return inOrder(keys, rows);
  }
}

function inOrder(
  keys: readonly EarlierKey[],
  rows: readonly EarlierRow[],
): (Earlier | undefined)[] {
  const byPlace = new Map(rows.map((row) => [Number(row.place), row]));
  return keys.map((_, place) => toEarlier(byPlace.get(place + 1)));
}

const COLUMNS = ["accountId", "transactionId", "attemptId"];

function toEarlier(row: EarlierRow | undefined): Earlier | undefined {
  return (
    row && {
      fingerprint: row.fingerprint,
      answer: row.answer ?? undefined,
      isRunning: row.is_running,
    }
  );
}
