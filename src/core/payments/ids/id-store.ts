/** The id counter of each month, and the ids that callers fetched in advance. */
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { idRange } from "../../../values/transaction-id.ts";
import type { BlockRequest, CounterStore } from "./id-source.ts";

/**
 * How many numbers are skipped if another run of the database server gave the last block: more than a
 * failover can lose. Each skip takes at most a hundredth of what is left of the month.
 */
const SKIPPED = 1_000_000;
const MONTH_END = 1_000_000_000;

export class IdStore implements CounterStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  async takeBlock(request: BlockRequest): Promise<number> {
    return (await this.#takeNext(request)) ?? this.#takeCarefully(request);
  }

  /** The usual case: the server that gave the last block gives this one too. */
  async #takeNext({ month, size, floor, isAfterLoss }: BlockRequest): Promise<number | undefined> {
    if (isAfterLoss) return undefined;
    const [row] = await this.#db.rows<{ first: string }>`
      update month_counters set next_counter = next_counter + ${size}::int
      where month = ${month} and next_counter >= ${floor}::bigint
        and server_started_at = pg_postmaster_start_time()
      returning next_counter - ${size}::int as first`;
    return row && Number(row.first);
  }

  /**
   * The first block of a month, of a run of the server, or after a lost connection. The counter may
   * have been set back, so it is moved past every existing id of the month. If another run of the
   * server gave the last block, it also skips ids that may have been lost.
   */
  async #takeCarefully({ month, size, floor }: BlockRequest): Promise<number> {
    const isSharded = await this.#db.cluster.isSharded();
    return this.#db.atomically(async (db) => {
      await commitDurably(db);
      const find = isSharded ? findHighestOnCluster : findHighestCounter;
      const lowest = Math.max(floor, (await find(db, month)) + 1);
      const [row] = await db.rows<{ first: string }>`
        with known as (
          select count(*) > 0 as is_any, pg_postmaster_start_time() as run,
            count(*) filter (where server_started_at = pg_postmaster_start_time()) > 0 as is_same
          from month_counters
        )
        insert into month_counters as counter (month, next_counter, server_started_at)
        select ${month}::smallint, ${lowest}::bigint + ${size}::int
          + case when is_any and not is_same then ${SKIPPED}::int else 0 end, run
        from known
        on conflict (month) do update set
          next_counter = ${size}::int + greatest(${lowest}::bigint, counter.next_counter)
            + case when counter.server_started_at = excluded.server_started_at then 0
                else least(${SKIPPED}::int, (${MONTH_END}::int - counter.next_counter) / 100) end,
          server_started_at = excluded.server_started_at
        returning next_counter - ${size}::int as first`;
      return Number(row?.first);
    });
  }

  async issueId(accountId: string, id: string, now: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      insert into issued_ids (account_id, id, issued_at) values (${accountId}, ${id}, ${now})`;
  }

  /** Whether it was issued and has not been used. */
  async isIssued(accountId: string, id: string): Promise<boolean> {
    const issued = await this.#db.rows`
      select from issued_ids where account_id = ${accountId} and id = ${id}`;
    return issued.length > 0;
  }

  /** From then on it cannot be used. */
  async withdrawId(accountId: string, id: string): Promise<void> {
    await this.#db.rows`
      delete from issued_ids where account_id = ${accountId} and id = ${id}`;
  }
}

/** If a crash lost the skip, the next one would lead to the same numbers. */
async function commitDurably(db: Database): Promise<void> {
  await db.rows`
    select set_config('synchronous_commit', 'on', true)
    where current_setting('synchronous_commit') in ('off', 'local')`;
}

/** The highest counter in use. Reads one row of each account by the primary keys. */
async function findHighestCounter(db: Database, month: number): Promise<number> {
  const { first, end } = idRange(month);
  const [row] = await db.rows<{ highest: string }>`
    with recursive paid as (
      (select account_id, id from transactions where id >= ${first} and id < ${end}
        order by account_id desc, id desc limit 1)
      union all
      select below.* from paid cross join lateral (
        select account_id, id from transactions
        where account_id < paid.account_id and id >= ${first} and id < ${end}
        order by account_id desc, id desc limit 1) below
    ), tried as (
      (select account_id, transaction_id as id from attempts
        where transaction_id >= ${first} and transaction_id < ${end}
        order by account_id desc, transaction_id desc limit 1)
      union all
      select below.* from tried cross join lateral (
        select account_id, transaction_id from attempts
        where account_id < tried.account_id
          and transaction_id >= ${first} and transaction_id < ${end}
        order by account_id desc, transaction_id desc limit 1) below
    ), issued as (
      (select account_id, id from issued_ids where id >= ${first} and id < ${end}
        order by account_id desc, id desc limit 1)
      union all
      select below.* from issued cross join lateral (
        select account_id, id from issued_ids
        where account_id < issued.account_id and id >= ${first} and id < ${end}
        order by account_id desc, id desc limit 1) below
    )
    select coalesce(greatest((select max(id) from paid), (select max(id) from tried),
      (select max(id) from issued), (select max(transaction_id) from open_attempts
        where transaction_id >= ${first} and transaction_id < ${end})) - ${first}::bigint, 0)
      as highest`;
  return Number(row?.highest);
}

/**
 * The same on a Citus cluster, which refuses recursive queries over many accounts. Every worker reads
 * the primary keys of its shards of the month.
 */
async function findHighestOnCluster(db: Database, month: number): Promise<number> {
  const { first, end } = idRange(month);
  const [row] = await db.rows<{ highest: string }>`
    with paid as materialized (
      select max(id) as id from transactions where id >= ${first} and id < ${end}
    ), tried as materialized (
      select max(transaction_id) as id from attempts
      where transaction_id >= ${first} and transaction_id < ${end}
    ), issued as materialized (
      select max(id) as id from issued_ids where id >= ${first} and id < ${end}
    ), opened as materialized (
      select max(transaction_id) as id from open_attempts
      where transaction_id >= ${first} and transaction_id < ${end}
    )
    select coalesce(greatest((select id from paid), (select id from tried),
      (select id from issued), (select id from opened)) - ${first}::bigint, 0) as highest`;
  return Number(row?.highest);
}
