/** Reads the sealed bank accounts of entries. */
import { columnArrays } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import { pinToAccount, runByGroup } from "../../../db/sharding/account-groups.ts";
import { sql } from "../../../db/sql.ts";
import type { EntryKey } from "./entry-update.ts";

export class EntryBankStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** An entry without a stored bank account is missing in the result. */
  async findSealedBanks<Entry extends EntryKey>(
    entries: readonly Entry[],
  ): Promise<ReadonlyMap<Entry, Uint8Array>> {
    const found = new Map<Entry, Uint8Array>();
    await runByGroup(this.#db, entries, async (group) => {
      const [accounts, ids] = columnArrays(group.rows, ["accountId", "transactionId"]);
      const rows = await this.#db.rows<{ place: string; sealed: Uint8Array }>`
        select asked.place, bank.sealed
        from unnest(${accounts}::bigint[], ${ids}::bigint[])
            with ordinality as asked (account_id, id, place)
          join vault bank on bank.account_id = asked.account_id and bank.token_id = asked.id
            and bank.kind = 'bank' and ${pinToAccount(sql`bank.account_id`, group)}`;
      for (const { place, sealed } of rows) {
        const entry = group.rows[Number(place) - 1];
        if (entry !== undefined) found.set(entry, sealed);
      }
    });
    return found;
  }

  /** For an entry that goes into a file with a corrected bank account. */
  async replaceBank(
    { accountId, transactionId }: EntryKey,
    bank: {
      readonly sealed: Uint8Array;
      readonly last4: string;
      readonly accountType: string;
    },
  ): Promise<void> {
    await this.#db.rows`
      update vault set sealed = ${bank.sealed}
      where account_id = ${accountId} and token_id = ${transactionId} and kind = 'bank'`;
    await this.#db.rows`
      update transactions set last4 = ${bank.last4}, bank_account_type = ${bank.accountType}
      where account_id = ${accountId} and id = ${transactionId}`;
  }
}
