/** Sales and refunds that a crash left pending, of whichever account. For the job that ends them. */
import type { Database } from "../../../db/database.ts";

export interface LeftBehind {
  readonly accountId: string;
  readonly saleId: string;
  /** Null: the sale itself. */
  readonly refundId: string | null;
}

export class LeftStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  findAll(now: Temporal.Instant, most: number): Promise<readonly LeftBehind[]> {
    return this.#db.rows<LeftBehind>`
      (select account_id as "accountId", id as "saleId", null as "refundId" from pos_sales
        where status = 'pending' and lease_until <= ${now} order by lease_until limit ${most})
      union all
      (select account_id, sale_id, id from pos_refunds
        where status = 'pending' and lease_until <= ${now} order by lease_until limit ${most})`;
  }
}
