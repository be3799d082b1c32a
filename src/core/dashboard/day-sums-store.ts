/** Stored sums of past days, so that the chart does not read months of transactions. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { DaySums, StoredDaySums } from "./sums-store.ts";

export class DaySumsStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  /** Only days in this time zone: a day in another zone has other bounds. */
  async findDaySums(
    accountId: string,
    from: string,
    timeZone: string,
  ): Promise<readonly StoredDaySums[]> {
    return this.#db.within(
      { accountId },
      (db) => db.rows<StoredDaySums>`
        select day::text as day, sale_count as "saleCount", sale_cents::float8 as "saleCents",
          refund_count as "refundCount", refund_cents::float8 as "refundCents",
          approved_count as "approvedCount", declined_count as "declinedCount",
          summed_at as "summedAt"
        from day_sums
        where account_id = ${accountId} and day >= ${from}::date and time_zone = ${timeZone}
        order by day`,
    );
  }

  /** Also deletes the days before `from`, which are not shown again. */
  async saveDaySums(
    accountId: string,
    days: readonly DaySums[],
    { timeZone, from, now }: SumsOrigin,
  ): Promise<void> {
    await this.#db.within({ accountId }, async (db) => {
      await db.rows`
        insert into day_sums (account_id, day, time_zone, sale_count, sale_cents, refund_count,
          refund_cents, approved_count, declined_count, summed_at)
        select ${accountId}, one.day::date, ${timeZone}, one."saleCount", one."saleCents",
          one."refundCount", one."refundCents", one."approvedCount", one."declinedCount",
          ${now}::timestamptz
        from json_to_recordset(${JSON.stringify(days)}::json) as one (day text,
          "saleCount" int, "saleCents" bigint, "refundCount" int, "refundCents" bigint,
          "approvedCount" int, "declinedCount" int)
        on conflict (account_id, day) do update set time_zone = excluded.time_zone,
          sale_count = excluded.sale_count, sale_cents = excluded.sale_cents,
          refund_count = excluded.refund_count, refund_cents = excluded.refund_cents,
          approved_count = excluded.approved_count, declined_count = excluded.declined_count,
          summed_at = excluded.summed_at`;
      await db.rows`
        delete from day_sums where account_id = ${accountId} and day < ${from}::date`;
    });
  }
}

interface SumsOrigin {
  readonly timeZone: string;
  /** The first day that the dashboard can show. */
  readonly from: string;
  readonly now: Temporal.Instant;
}
