/** Counts debits and their returns. Re-presented checks (RCK) and prenotes are not counted. */
import { columnArrays } from "../../db/arrays.ts";
import type { Database } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";

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

  async countReturns({ accountId, ...question }: RateQuestion): Promise<RateCounts[]> {
    const batches = await this.#listDebitBatches(question, accountId);
    const counts = await this.#countEntries(batches, question);
    const names = new Map(batches.map((batch) => [batch.accountId, batch.accountName]));
    return counts.map((row) => ({ ...row, accountName: names.get(row.accountId) ?? null }));
  }

  /** Files and batches are on the coordinator of a Citus cluster, so they are read first. */
  #listDebitBatches(
    { after, to }: Pick<RateQuestion, "after" | "to">,
    accountId: string | undefined,
  ): Promise<DebitBatch[]> {
    return this.#db.rows<DebitBatch>`
      select batch.file_id as "fileId", batch.number, batch.account_id as "accountId",
        account.name as "accountName"
      from ach_files file
        join ach_batches batch on batch.file_id = file.id
        left join accounts account on account.id = batch.account_id
      where file.settles_on > ${after.toString()} and file.settles_on <= ${to.toString()}
        and batch.direction = 'debit' and batch.sec_code <> 'RCK'
        and (${accountId ?? null}::bigint is null or batch.account_id = ${accountId ?? null}::bigint)`;
  }

  #countEntries(
    batches: readonly DebitBatch[],
    codes: Pick<RateQuestion, "unauthorized" | "administrative">,
  ): Promise<Omit<RateCounts, "accountName">[]> {
    const [files, numbers, accounts] = columnArrays(batches, ["fileId", "number", "accountId"]);
    return this.#db.rows<Omit<RateCounts, "accountName">>`
      select entry.account_id as "accountId", count(*)::int as debits,
        count(*) filter (where ${IS_LATEST} and one.return_code = any (${codes.unauthorized}))::int
          as unauthorized,
        count(*) filter (where ${IS_LATEST} and one.return_code = any (${codes.administrative}))::int
          as administrative,
        count(*) filter (where not ${IS_LATEST} or one.return_code is not null)::int as overall
      from unnest(${files}::bigint[], ${numbers}::int[], ${accounts}::bigint[])
          as batch (file_id, number, account_id)
        join ach_entries entry on entry.file_id = batch.file_id
          and entry.batch_number = batch.number and entry.account_id = batch.account_id
        join transactions one on one.account_id = entry.account_id and one.id = entry.transaction_id
        left join ach_retries retry on retry.account_id = entry.account_id
          and retry.transaction_id = entry.transaction_id
      where entry.account_id = any (${accounts}::bigint[]) and entry.amount_cents > 0
      group by entry.account_id order by entry.account_id`;
  }
}

/** An entry that was presented again was returned as R01 or R09. */
const IS_LATEST = sql`entry.presentment >= coalesce(retry.retry_number, 0)`;

interface DebitBatch {
  readonly fileId: string;
  readonly number: number;
  readonly accountId: string;
  readonly accountName: string | null;
}
