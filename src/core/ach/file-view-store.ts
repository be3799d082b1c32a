/** The batches and entries of a file that we sent, with masked account numbers, for operators. */
import type { Database } from "../../db/database.ts";

export interface BatchLine {
  readonly number: number;
  readonly accountId: string;
  readonly accountName: string | null;
  /** The number of this batch among all batches of the account. */
  readonly accountNumber: number;
  readonly secCode: string;
  readonly direction: "debit" | "credit";
  readonly entryCount: number;
  readonly amountCents: string;
}

export interface EntryLine {
  readonly sequence: number;
  readonly traceNumber: string;
  readonly accountId: string;
  readonly transactionId: string;
  readonly amountCents: number;
  /** The last digits of the bank account number. Null: the transaction was removed. */
  readonly last4: string | null;
  readonly accountType: string | null;
  readonly name: string | null;
  readonly state: string | null;
  readonly returnCode: string | null;
}

export class FileViewStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  listBatches(fileId: string): Promise<BatchLine[]> {
    return this.#db.rows<BatchLine>`
      select batch.number, batch.account_id as "accountId", account.name as "accountName",
        batch.account_number as "accountNumber", batch.sec_code as "secCode", batch.direction,
        batch.entry_count as "entryCount", batch.amount_cents as "amountCents"
      from ach_batches batch left join accounts account on account.id = batch.account_id
      where batch.file_id = ${fileId} order by batch.number`;
  }

  /** In the order of the file, after a sequence number. A batch has entries of one account. */
  async listEntries(
    { fileId, batch }: { readonly fileId: string; readonly batch: number },
    after: number,
    atMost: number,
  ): Promise<EntryLine[]> {
    const [owner] = await this.#db.rows<{ account_id: string }>`
      select account_id from ach_batches where file_id = ${fileId} and number = ${batch}`;
    if (owner === undefined) return [];
    return this.#db.rows<EntryLine>`
      select entry.sequence, lpad(entry.trace_number::text, 15, '0') as "traceNumber",
        entry.account_id as "accountId",
        lpad(entry.transaction_id::text, 12, '0') as "transactionId",
        entry.amount_cents as "amountCents", one.last4, one.bank_account_type as "accountType",
        coalesce(one.company, nullif(concat_ws(' ', one.first_name, one.last_name), '')) as name,
        one.state, one.return_code as "returnCode"
      from (
          select * from ach_entries
          where account_id = ${owner.account_id} and file_id = ${fileId}
            and batch_number = ${batch} and sequence > ${after}
          order by sequence limit ${atMost}
        ) entry
        left join transactions one
          on one.account_id = ${owner.account_id} and one.id = entry.transaction_id
      order by entry.sequence`;
  }
}
