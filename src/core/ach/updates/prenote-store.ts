/** Entries that wait until the prenote of their bank account is out. */
import { columnArrays } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import { pinToAccount, runByGroup } from "../../../db/sharding/account-groups.ts";
import { sql } from "../../../db/sql.ts";
import { prenoteDeadline } from "../prenotes.ts";
import type { EntryKey } from "./entry-update.ts";
import { addLeaders, type FollowingEntry, type FollowingRow } from "./following-entry.ts";

export class PrenoteStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Whether an entry that follows this prenote could not be sent at this moment. */
  async isAwaited(key: EntryKey, at: Temporal.Instant): Promise<boolean> {
    const rows = await this.#db.rows`
      select from transactions
      where account_id = ${key.accountId} and id = ${key.transactionId} and state = 'stored'
        and (batched_at is null or settle_at >= ${prenoteDeadline(at)})`;
    return rows.length > 0;
  }

  /** Takes the waiting entries of these prenotes out of the next file. Each has its prenote. */
  async takeEntriesAfter<Prenote extends EntryKey>(
    prenotes: readonly Prenote[],
    at: Temporal.Instant,
  ): Promise<readonly FollowingEntry<Prenote>[]> {
    const taken: FollowingEntry<Prenote>[] = [];
    await runByGroup(this.#db, prenotes, async (group) => {
      const [accounts, ids] = columnArrays(group.rows, ["accountId", "transactionId"]);
      const rows = await this.#db.rows<FollowingRow>`
        update transactions one set batched_at = ${at}
        from unnest(${accounts}::bigint[], ${ids}::bigint[])
          with ordinality as asked (account_id, id, place)
        where one.account_id = asked.account_id and one.prenote_id = asked.id
          and one.batched_at is null and one.state = 'pending'
          and ${pinToAccount(sql`one.account_id`, group)}
        returning one.account_id as "accountId", one.id as "transactionId", asked.place`;
      taken.push(...addLeaders(rows, group.rows));
    });
    return taken;
  }
}
