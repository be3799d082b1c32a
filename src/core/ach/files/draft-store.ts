/**
 * Reads the collected entries of a file and stores its bytes. All of it runs in the transaction that
 * fixes the file, with the file's row locked, so the entries do not change meanwhile.
 */
import type { Database } from "../../../db/database.ts";
import {
  type AccountGroup,
  pinToAccount,
  runByGroup,
} from "../../../db/sharding/account-groups.ts";
import { sql } from "../../../db/sql.ts";
import type { SecCode } from "../../../values/bank.ts";
import type { Direction } from "../nacha/transaction-codes.ts";
import type { EntryLeaders } from "./failed-leader.ts";

export interface DraftBatch {
  readonly number: number;
  readonly accountId: string;
  readonly accountName: string;
  readonly secCode: SecCode;
  readonly direction: Direction;
  readonly isRetry: boolean;
  /** Its entries have an addenda record with the invoice or the description. */
  readonly sendsAddenda?: boolean;
}

interface NextEntry {
  readonly batchNumber: number;
  readonly sequence: number;
  readonly accountId: string;
  readonly transactionId: string;
  readonly amountCents: number;
  /** How often the debit had been presented before. */
  readonly presentment: number;
}

interface EntryDetails extends EntryLeaders {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly company: string | null;
  readonly city: string | null;
  readonly stateProvince: string | null;
  readonly checkNumber: string | null;
  readonly paymentType: string | null;
  readonly recurringId: string | null;
  /** Their first characters. */
  readonly invoiceEntry: string | null;
  readonly description: string | null;
  /** The sealed bank account. Null: the vault has none. */
  readonly sealed: Uint8Array | null;
}

export type DraftEntry = NextEntry & EntryDetails;

export type DraftPlace = Pick<DraftEntry, "batchNumber" | "sequence">;

export interface FixedFile {
  readonly fileId: string;
  readonly entryCount: number;
  readonly debitCents: number;
  readonly creditCents: number;
  readonly digest: Uint8Array;
}

export class DraftStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Locks the file's row, so no more entries are claimed. Returns false if the file is fixed or gone. */
  async lockFile(fileId: string): Promise<boolean> {
    const rows = await this.#db.rows`
      select from ach_files where id = ${fileId} and state = 'building' for update`;
    return rows.length === 1;
  }

  async listBatches(fileId: string): Promise<DraftBatch[]> {
    return this.#db.rows<DraftBatch>`
      select batch.number, batch.account_id as "accountId",
        coalesce(nullif(batch.company_name, ''), account.name) as "accountName",
        batch.sec_code as "secCode", batch.direction, batch.is_retry as "isRetry",
        account.ach_addenda and batch.sec_code in ('CCD', 'PPD') as "sendsAddenda"
      from ach_batches batch join accounts account on account.id = batch.account_id
      where batch.file_id = ${fileId} and batch.entry_count > 0 order by batch.number`;
  }

  async listEntries(fileId: string, after: DraftPlace, atMost: number): Promise<DraftEntry[]> {
    const next = await this.#db.rows<NextEntry>`
      select batch_number as "batchNumber", sequence, account_id as "accountId",
        transaction_id as "transactionId", amount_cents as "amountCents", presentment
      from ach_entries
      where file_id = ${fileId}
        and (batch_number, sequence) > (${after.batchNumber}, ${after.sequence})
      order by batch_number, sequence limit ${atMost}`;
    const details = new Map<NextEntry, EntryDetails>();
    await runByGroup(this.#db, next, async (group) => {
      for (const { place, ...row } of await this.#findDetails(group)) {
        const entry = group.rows[Number(place) - 1];
        if (entry !== undefined) details.set(entry, row);
      }
    });
    return next.flatMap((entry) => {
      const found = details.get(entry);
      return found === undefined ? [] : [{ ...entry, ...found }];
    });
  }

  #findDetails(group: AccountGroup<NextEntry>) {
    const accounts = group.rows.map(({ accountId }) => accountId);
    const ids = group.rows.map(({ transactionId }) => transactionId);
    return this.#db.rows<EntryDetails & { readonly place: string }>`
      select asked.place, one.first_name as "firstName", one.last_name as "lastName", one.company,
        one.city, one.state_province as "stateProvince", one.check_number as "checkNumber",
        one.payment_type as "paymentType", one.recurring_id as "recurringId",
        left(one.invoice_entry, 200) as "invoiceEntry",
        left(one.description, 200) as description, bank.sealed, sale.state as "saleState",
        sale.return_code as "saleCode", prenote.state as "prenoteState",
        prenote.return_code as "prenoteCode"
      from unnest(${accounts}::bigint[], ${ids}::bigint[])
          with ordinality as asked (account_id, id, place)
        join transactions one on one.account_id = asked.account_id and one.id = asked.id
          and ${pinToAccount(sql`one.account_id`, group)}
        left join vault bank on bank.account_id = one.account_id
          and bank.token_id = one.id and bank.kind = 'bank'
          and ${pinToAccount(sql`bank.account_id`, group)}
        left join transactions sale on sale.account_id = one.account_id
          and sale.id = one.original_id and ${pinToAccount(sql`sale.account_id`, group)}
        left join transactions prenote on prenote.account_id = one.account_id
          and prenote.id = one.prenote_id and ${pinToAccount(sql`prenote.account_id`, group)}`;
  }

  async savePart(fileId: string, part: number, sealed: Uint8Array): Promise<void> {
    await this.#db.rows`
      insert into ach_file_parts (file_id, part, sealed) values (${fileId}, ${part}, ${sealed})`;
  }

  /** Removes entries that cannot be written into the file. Their earlier entries stay. */
  async removeEntries(fileId: string, entries: readonly DraftEntry[]): Promise<void> {
    await runByGroup(this.#db, entries, (group) => {
      const accounts = group.rows.map(({ accountId }) => accountId);
      const ids = group.rows.map(({ transactionId }) => transactionId);
      return this.#db.rows`
        delete from ach_entries entry
        using unnest(${accounts}::bigint[], ${ids}::bigint[]) as asked (account_id, id)
        where entry.account_id = asked.account_id and entry.transaction_id = asked.id
          and entry.file_id = ${fileId} and ${pinToAccount(sql`entry.account_id`, group)}`;
    });
  }

  async countEntries(fileId: string): Promise<number> {
    const [row] = await this.#db.rows<{ count: number }>`
      select count(*)::int as count from ach_entries where file_id = ${fileId}`;
    return row?.count ?? 0;
  }

  async markFixed(file: FixedFile): Promise<void> {
    const { fileId } = file;
    await this.#db.rows`
      update ach_files set state = 'fixed', entry_count = ${file.entryCount},
        debit_cents = ${file.debitCents}, credit_cents = ${file.creditCents},
        digest = ${file.digest}
      where id = ${fileId}`;
  }

  /** What the batches of the file contain. A batch whose entries were all left out has nothing. */
  async recountBatches(fileId: string): Promise<void> {
    await this.#db.rows`
      update ach_batches set entry_count = 0, amount_cents = 0 where file_id = ${fileId}`;
    await this.#db.rows`
      update ach_batches batch set entry_count = sums.count, amount_cents = sums.cents
      from (select batch_number, count(*) as count, sum(amount_cents) as cents
        from ach_entries where file_id = ${fileId} group by batch_number) as sums
      where batch.file_id = ${fileId} and batch.number = sums.batch_number`;
  }

  /** Removes a file without entries. */
  async removeFile(fileId: string): Promise<void> {
    await this.#db.rows`delete from ach_files where id = ${fileId}`;
  }
}
