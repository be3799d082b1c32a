/** The entries of reversals and their transactions. The caller must have locked the transactions. */
import { columnArrays } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import { pinToAccount, runByGroup } from "../../../db/sharding/account-groups.ts";
import { sql } from "../../../db/sql.ts";
import type { EntryKey } from "../updates/entry-update.ts";
import type { EntryInFile } from "../updates/sent-entry-store.ts";
import type { Reversal } from "./reversal.ts";
import type { PaymentEntry, Reservation } from "./reversible-entries.ts";

type PaymentValues = Pick<PaymentEntry, "transactionType" | "refundedCents">;

export interface EntryReversal extends EntryKey {
  /** Of the reversing entry. */
  readonly trace: string;
}

const KEY = ["accountId", "transactionId"];

export class ReversedEntryStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findPayments(entries: readonly EntryInFile[]): Promise<readonly PaymentEntry[]> {
    const found: PaymentEntry[] = [];
    await runByGroup(this.#db, entries, async (group) => {
      const [accounts, ids] = columnArrays(group.rows, KEY);
      const rows = await this.#db.rows<PaymentValues & { readonly place: string }>`
        select asked.place, one.transaction_type as "transactionType",
          one.refunded_cents as "refundedCents"
        from unnest(${accounts}::bigint[], ${ids}::bigint[])
            with ordinality as asked (account_id, id, place)
          join transactions one on one.account_id = asked.account_id and one.id = asked.id
            and ${pinToAccount(sql`one.account_id`, group)}
        order by asked.place`;
      for (const { place, ...values } of rows) {
        const entry = group.rows[Number(place) - 1];
        if (entry !== undefined) found.push({ ...entry, ...values });
      }
    });
    return found;
  }

  async markEntries(
    { id, fileId }: Pick<Reversal, "id" | "fileId">,
    entries: readonly EntryReversal[],
  ): Promise<void> {
    await runByGroup(this.#db, entries, (group) => {
      const [accounts, ids, traces] = columnArrays(group.rows, [...KEY, "trace"]);
      return this.#db.rows`
        update ach_entries entry set reversal_id = ${id}, reversal_trace = asked.trace
        from unnest(${accounts}::bigint[], ${ids}::bigint[], ${traces}::bigint[])
          as asked (account_id, id, trace)
        where entry.account_id = asked.account_id and entry.transaction_id = asked.id
          and entry.file_id = ${fileId} and ${pinToAccount(sql`entry.account_id`, group)}`;
    });
  }

  /** The entries were not reversed after all. */
  async unmarkEntries(
    { id, fileId }: Pick<Reversal, "id" | "fileId">,
    entries: readonly EntryKey[],
  ): Promise<void> {
    await runByGroup(this.#db, entries, (group) => {
      const [accounts, ids] = columnArrays(group.rows, KEY);
      return this.#db.rows`
        update ach_entries entry set reversal_id = null, reversal_trace = null
        from unnest(${accounts}::bigint[], ${ids}::bigint[]) as asked (account_id, id)
        where entry.account_id = asked.account_id and entry.transaction_id = asked.id
          and entry.file_id = ${fileId} and entry.reversal_id = ${id}
          and ${pinToAccount(sql`entry.account_id`, group)}`;
    });
  }

  /** Adds to what was refunded of each sale. Negative amounts end a reservation. */
  async changeRefunded(changes: readonly Reservation[]): Promise<void> {
    await runByGroup(this.#db, changes, (group) => {
      const [accounts, ids, cents] = columnArrays(group.rows, [...KEY, "cents"]);
      return this.#db.rows`
        update transactions one set refunded_cents = one.refunded_cents + asked.cents
        from unnest(${accounts}::bigint[], ${ids}::bigint[], ${cents}::int[])
          as asked (account_id, id, cents)
        where one.account_id = asked.account_id and one.id = asked.id
          and ${pinToAccount(sql`one.account_id`, group)}`;
    });
  }

  /** A payment of a wrong file must not be presented again. */
  async stopRetries(entries: readonly EntryKey[]): Promise<void> {
    await runByGroup(this.#db, entries, (group) => {
      const [accounts, ids] = columnArrays(group.rows, KEY);
      return this.#db.rows`
        update ach_retries retry set retry_at = null
        from unnest(${accounts}::bigint[], ${ids}::bigint[]) as asked (account_id, id)
        where retry.account_id = asked.account_id and retry.transaction_id = asked.id
          and retry.retry_at is not null and ${pinToAccount(sql`retry.account_id`, group)}`;
    });
  }
}
