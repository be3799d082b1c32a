/** Sums of days that are over, kept so that a month need not be read again to be drawn. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { DaySums, KeptDay } from "./sums-store.ts";

export class DaySumsStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  /** Days of another zone are other days. */
  async find(accountId: string, from: string, timeZone: string): Promise<readonly KeptDay[]> {
    return this.#db.within(
      { accountId },
      (db) => db.rows<KeptDay>`
        select day::text as day, sale_count as "saleCount", sale_cents::float8 as "saleCents",
          refund_count as "refundCount", refund_cents::float8 as "refundCents",
          approved_count as "approvedCount", declined_count as "declinedCount",
          summed_at as "summedAt"
        from day_sums
        where account_id = ${accountId} and day >= ${from}::date and time_zone = ${timeZone}
        order by day`,
    );
  }

  /** Days before the first of them that are looked at go: they are never drawn again. */
  async keep(accountId: string, days: readonly DaySums[], kept: Keeping): Promise<void> {
    await this.#db.within({ accountId }, async (db) => {
      await db.rows`
        insert into day_sums (account_id, day, time_zone, sale_count, sale_cents, refund_count,
          refund_cents, approved_count, declined_count, summed_at)
        select ${accountId}, one.day::date, ${kept.timeZone}, one."saleCount", one."saleCents",
          one."refundCount", one."refundCents", one."approvedCount", one."declinedCount",
          ${kept.now}::timestamptz
        from json_to_recordset(${JSON.stringify(days)}::json) as one (day text,
          "saleCount" int, "saleCents" bigint, "refundCount" int, "refundCents" bigint,
          "approvedCount" int, "declinedCount" int)
        on conflict (account_id, day) do update set time_zone = excluded.time_zone,
          sale_count = excluded.sale_count, sale_cents = excluded.sale_cents,
          refund_count = excluded.refund_count, refund_cents = excluded.refund_cents,
          approved_count = excluded.approved_count, declined_count = excluded.declined_count,
          summed_at = excluded.summed_at`;
      await db.rows`
        delete from day_sums where account_id = ${accountId} and day < ${kept.from}::date`;
    });
  }
}

interface Keeping {
  readonly timeZone: string;
  /** The first day that is looked at. */
  readonly from: string;
  readonly now: Temporal.Instant;
}
