/** Removes old ACH files in small steps: first their entries, then the files. */
import { columnArrays } from "../../db/arrays.ts";
import type { Database } from "../../db/database.ts";
import { pinToAccount, runByGroup } from "../../db/sharding/account-groups.ts";
import { sql } from "../../db/sql.ts";

export class AchPurgeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Only entries of files that have settled. */
  async dropEntries(before: Temporal.Instant, most: number): Promise<number> {
    const files = await this.#listSettledFiles(before);
    const entries = await this.#db.rows<OldEntry>`
      select account_id as "accountId", transaction_id as "transactionId", presentment
      from ach_entries
      where file_id = any (${files}::bigint[]) limit ${most}`;
    const counts = await runByGroup(this.#db, entries, (group) => {
      const [accounts, ids, presentments] = columnArrays(group.rows, [
        "accountId",
        "transactionId",
        "presentment",
      ]);
      return this.#db.count`
        delete from ach_entries entry
        using unnest(${accounts}::bigint[], ${ids}::bigint[], ${presentments}::smallint[])
          as old (account_id, id, presentment)
        where entry.account_id = old.account_id and entry.transaction_id = old.id
          and entry.presentment = old.presentment
          and ${pinToAccount(sql`entry.account_id`, group)}`;
    });
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Removes files without entries, with their bytes and batches. A settled file gets no more. */
  async dropFiles(before: Temporal.Instant, most: number): Promise<number> {
    const files = await this.#listSettledFiles(before);
    const filled = await this.#db.rows<{ file_id: string }>`
      select distinct file_id from ach_entries where file_id = any (${files}::bigint[])`;
    const kept = new Set(filled.map(({ file_id }) => file_id));
    const empty = files.filter((id) => !kept.has(id)).slice(0, most);
    return this.#db.count`
      delete from ach_files where id = any (${empty}::bigint[])`;
  }

  async #listSettledFiles(before: Temporal.Instant): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select id from ach_files where settled_at is not null and created_at < ${before} order by id`;
    return rows.map(({ id }) => id);
  }

  dropInboundFiles(before: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from ach_inbound_files where id = any (array(
        select id from ach_inbound_files where received_at < ${before} limit ${most}))`;
  }
}

interface OldEntry {
  readonly accountId: string;
  readonly transactionId: string;
  readonly presentment: number;
}
