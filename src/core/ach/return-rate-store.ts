/** Counts debits and their returns. Re-presented checks (RCK) are not counted. */
import type { Database } from "../../db/database.ts";

export interface RateQuestion {
  readonly after: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
  readonly accountId: string | undefined;
  readonly unauthorized: readonly string[];
  readonly administrative: readonly string[];
}

export interface RateCounts {
  readonly accountId: string;
  readonly accountName: string | null;
  readonly debits: number;
  readonly unauthorized: number;
  readonly administrative: number;
  readonly overall: number;
}

export class ReturnRateStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  countReturns({ after, to, accountId, ...codes }: RateQuestion): Promise<RateCounts[]> {
    return this.#db.rows<RateCounts>`
      select entry.account_id as "accountId",
        (select name from accounts where id = entry.account_id) as "accountName", count(*)::int as debits,
        count(*) filter (where one.return_code = any (${codes.unauthorized}))::int as unauthorized,
        count(*) filter (where one.return_code = any (${codes.administrative}))::int
          as administrative,
        count(*) filter (where one.return_code is not null)::int as overall
      from ach_files file
        join ach_batches batch on batch.file_id = file.id
        join ach_entries entry on entry.file_id = batch.file_id
          and entry.batch_number = batch.number
        join transactions one on one.account_id = entry.account_id and one.id = entry.transaction_id
      where file.settles_on > ${after.toString()} and file.settles_on <= ${to.toString()}
        and batch.direction = 'debit' and batch.sec_code <> 'RCK'
        and (${accountId ?? null}::bigint is null or batch.account_id = ${accountId ?? null}::bigint)
      group by entry.account_id order by entry.account_id`;
  }
}
