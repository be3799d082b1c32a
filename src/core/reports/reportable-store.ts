/** What an account's reports may be about besides its own transactions, and show besides the usual. */
import type { Database } from "../../db/database.ts";

export class ReportableStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The accounts below an agent, disabled or not. */
  async subAccounts(agentId: string): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select id from accounts where parent_id = ${agentId} order by id`;
    return rows.map(({ id }) => id);
  }

  /** Of the accounts' payment forms, in order of account, form and place on it, each once. */
  async formFields(accountIds: readonly string[]): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ field: string }>`
      select field
      from payment_forms, unnest(reportable_fields) with ordinality as listed (field, place)
      where account_id = any (${accountIds}::bigint[])
      order by account_id, name, place`;
    return [...new Set(rows.map(({ field }) => field))];
  }
}
