/** Finds files whose entries can be settled, and marks them as settled. */
import type { Database } from "../../../db/database.ts";

export class SettleStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Oldest first. Without a day, every sent file. Files that the bank perhaps does not have wait. */
  async listFilesToSettle(by: Temporal.PlainDate | undefined): Promise<string[]> {
    const day = by?.toString() ?? "infinity";
    const rows = await this.#db.rows<{ id: string }>`
      select id from ach_files
      where state = 'handed_over' and settled_at is null and funded_on <= ${day}::date
        and unconfirmed_since is null
      order by funded_on, id`;
    return rows.map(({ id }) => id);
  }

  async markSettled(fileId: string, at: Temporal.Instant): Promise<void> {
    await this.#db.rows`update ach_files set settled_at = ${at} where id = ${fileId}`;
  }
}
