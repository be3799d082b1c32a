/** Lists pending sales and refunds with expired leases, of all accounts, for the settling job. */
import type { Database } from "../../../db/database.ts";

export interface PendingWork {
  readonly accountId: string;
  readonly saleId: string;
  /** Null for a sale. */
  readonly refundId: string | null;
}

export class PendingStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  listExpired(now: Temporal.Instant, most: number): Promise<readonly PendingWork[]> {
    return this.#db.rows<PendingWork>`
      (select account_id as "accountId", id as "saleId", null as "refundId" from pos_sales
        where status = 'pending' and lease_until <= ${now} order by lease_until limit ${most})
      union all
      (select account_id, sale_id, id from pos_refunds
        where status = 'pending' and lease_until <= ${now} order by lease_until limit ${most})`;
  }
}
