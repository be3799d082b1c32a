/** Counts payments by the minute, over all accounts. Each account's are found by their time. */
import type { Database } from "../../db/database.ts";
import { Sql } from "../../db/sql.ts";

export interface MinuteCount {
  readonly minute: Temporal.Instant;
  readonly approved: number;
  readonly declined: number;
}

export interface TallyQuestion {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  /** Ids of the months that may hold them, so that other months are not looked at. */
  readonly ids: { readonly first: string; readonly end: string };
}

export class TallyStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * There is no index by time alone, and payments shall not pay for one: each account's rows of the
   * span are read along its own. The ids stand in the text, where the planner sees that they keep
   * out whole months and nothing else, and so does not look rows up by them.
   */
  countByMinute({ from, to, ids }: TallyQuestion): Promise<MinuteCount[]> {
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
}
