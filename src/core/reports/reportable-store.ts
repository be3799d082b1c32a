/** Reads which sub-accounts and form fields the reports of an account can include. */
import type { Database } from "../../db/database.ts";

export class ReportableStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The accounts below an agent, including disabled ones. */
  async listSubAccounts(agentId: string): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select id from accounts where parent_id = ${agentId} order by id`;
    return rows.map(({ id }) => id);
  }

  /** The reportable fields of the accounts' payment forms, in order of account, form and position. */
  async listFormFields(accountIds: readonly string[]): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ field: string }>`
      select field
      from payment_forms, unnest(reportable_fields) with ordinality as listed (field, place)
      where account_id = any (${accountIds}::bigint[])
      order by account_id, name, place`;
    return [...new Set(rows.map(({ field }) => field))];
  }
}
