/** What reports read. */
import type { Database } from "../../db/database.ts";

export class ReportStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Whether the account has any transaction between two moments, the second left out. */
  async hasTransactions(
    accountId: string,
    from: Temporal.Instant,
    until: Temporal.Instant,
  ): Promise<boolean> {
    const rows = await this.#db.rows`
      select from transactions
      where account_id = ${accountId} and authorised_at >= ${from} and authorised_at < ${until}
      limit 1`;
    return rows.length > 0;
  }
}
