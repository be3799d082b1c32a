/** Credits that pay back a sale and wait for a file. */
import { columnArrays } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import { pinToAccount, runByGroup } from "../../../db/sharding/account-groups.ts";
import { sql } from "../../../db/sql.ts";
import type { EntryKey } from "./entry-update.ts";
import { addLeaders, type FollowingEntry, type FollowingRow } from "./following-entry.ts";

export class TiedCreditStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Whether a credit of this sale could not be sent at this moment: it leaves after the sale. */
  async isSaleAwaited(sale: EntryKey, at: Temporal.Instant): Promise<boolean> {
    const rows = await this.#db.rows`
      select from transactions
      where account_id = ${sale.accountId} and id = ${sale.transactionId} and state = 'pending'
        and (batched_at is null or batched_at >= ${at})`;
    return rows.length > 0;
  }

  /** Takes the waiting credits of these sales out of the next file. Each has its sale. */
  async takeCreditsAfter<Sale extends EntryKey>(
    sales: readonly Sale[],
    at: Temporal.Instant,
  ): Promise<readonly FollowingEntry<Sale>[]> {
    const taken: FollowingEntry<Sale>[] = [];
    await runByGroup(this.#db, sales, async (group) => {
      const [accounts, ids] = columnArrays(group.rows, ["accountId", "transactionId"]);
      const rows = await this.#db.rows<FollowingRow>`
        update transactions one set batched_at = ${at}
        from unnest(${accounts}::bigint[], ${ids}::bigint[])
          with ordinality as asked (account_id, id, place)
        where one.account_id = asked.account_id and one.original_id = asked.id
          and one.transaction_type = 'CREDIT' and one.tender_type = 'ACH'
          and one.batched_at is null and one.state = 'pending'
          and ${pinToAccount(sql`one.account_id`, group)}
        returning one.account_id as "accountId", one.id as "transactionId", asked.place`;
      taken.push(...addLeaders(rows, group.rows));
    });
    return taken;
  }
}
