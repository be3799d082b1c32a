/** Counts the payments of all accounts by minute. */
import type { Database } from "../../../db/database.ts";
import { Sql } from "../../../db/sql.ts";

export interface MinuteCount {
  readonly minute: Temporal.Instant;
  readonly approved: number;
  readonly declined: number;
}

export interface TallyQuestion {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  /** The id range of the months to read, so that other partitions are skipped. */
  readonly ids: { readonly first: string; readonly end: string };
}

export class TallyStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * An index by time alone would slow down every payment, so the rows are read account by account,
   * by the index of the account and time. The ids are constants in the text: the planner then uses
   * them to skip partitions, and not to look up rows.
   */
  async countByMinute(question: TallyQuestion): Promise<MinuteCount[]> {
    if (await this.#db.isSharded()) return this.#countOnCluster(question);
    const { from, to, ids } = question;
    const [first, end] = [new Sql([ids.first], []), new Sql([ids.end], [])];
    return this.#db.rows<MinuteCount>`
      select date_trunc('minute', one.authorized_at) as minute,
        count(*) filter (where one.is_approved)::int as approved,
        count(*) filter (where not one.is_approved)::int as declined
      from accounts account
        cross join lateral (
          select authorized_at, is_approved from transactions
          where account_id = account.id and authorized_at >= ${from} and authorized_at < ${to}
            and id >= ${first} and id < ${end} and transaction_type <> 'SETTLE-BATCH'
          offset 0
        ) one
      group by 1 order by 1`;
  }

  /** The same on a Citus cluster, where the accounts are on another node than the transactions. */
  async #countOnCluster({ from, to, ids }: TallyQuestion): Promise<MinuteCount[]> {
    const accounts = await this.#db.rows<{ id: string }>`select id from accounts`;
    return this.#db.rows<MinuteCount>`
      select date_trunc('minute', authorized_at) as minute,
        count(*) filter (where is_approved)::int as approved,
        count(*) filter (where not is_approved)::int as declined
      from transactions
      where account_id = any (${accounts.map(({ id }) => id)}::bigint[])
        and authorized_at >= ${from} and authorized_at < ${to}
        and id >= ${ids.first} and id < ${ids.end} and transaction_type <> 'SETTLE-BATCH'
      group by 1 order by 1`;
  }
}
