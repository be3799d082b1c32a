/** Finds entries of ours and holds them still until the transaction of the database ends. */
import type { Database } from "../../../db/database.ts";
import type { SentEntry } from "./network-item.ts";

interface EntryRow {
  readonly accountId: string;
  readonly transactionId: string;
  readonly trace: string;
  readonly amountCents: number;
  readonly state: string;
}

export interface FilePlace {
  readonly batchNumber: number;
  readonly sequence: number;
}

export type EntryInFile = EntryRow & FilePlace;

const FROM_THE_START: FilePlace = { batchNumber: 0, sequence: 0 };

export class EntryStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * By trace number, among what has left through a connection. Numbers come again after millions
   * of entries: the newest is meant.
   */
  async lockByTrace(connection: string, traces: readonly string[]): Promise<SentEntry[]> {
    const rows = await this.#db.rows<EntryRow>`
      select entry.account_id as "accountId", entry.transaction_id as "transactionId",
        lpad(entry.trace_number::text, 15, '0') as trace, entry.amount_cents as "amountCents",
        one.state
      from ach_entries entry
        join transactions one on one.account_id = entry.account_id and one.id = entry.transaction_id
      where entry.trace_number = any (${traces}::bigint[])
        and entry.file_id = (
          select max(newest.file_id) from ach_entries newest
            join ach_files file on file.id = newest.file_id
          where newest.trace_number = entry.trace_number and file.connection = ${connection}
            and file.state in ('prepared', 'handed_over'))
      order by entry.account_id, entry.transaction_id
      for update of one`;
    return rows;
  }

  /** One that has left; several where the id is that of more than one account. */
  async lockById(transactionId: string, accountId: string | undefined): Promise<SentEntry[]> {
    return this.#db.rows<EntryRow>`
      select entry.account_id as "accountId", entry.transaction_id as "transactionId",
        lpad(entry.trace_number::text, 15, '0') as trace, entry.amount_cents as "amountCents",
        one.state
      from accounts account
        join ach_entries entry on entry.account_id = account.id
          and entry.transaction_id = ${transactionId}
        join ach_files file on file.id = entry.file_id and file.state = 'handed_over'
        join transactions one on one.account_id = entry.account_id and one.id = entry.transaction_id
      where ${accountId ?? null}::bigint is null or account.id = ${accountId ?? null}::bigint
      order by account.id for update of one`;
  }

  /** Entries of a file that nothing was said of yet, in order. */
  async lockPending(
    fileId: string,
    atMost: number,
    after: FilePlace = FROM_THE_START,
  ): Promise<EntryInFile[]> {
    return this.#db.rows<EntryInFile>`
      select entry.account_id as "accountId", entry.transaction_id as "transactionId",
        lpad(entry.trace_number::text, 15, '0') as trace, entry.amount_cents as "amountCents",
        one.state, entry.batch_number as "batchNumber", entry.sequence
      from ach_entries entry
        join transactions one on one.account_id = entry.account_id and one.id = entry.transaction_id
      where entry.file_id = ${fileId} and one.state = 'pending'
        and (entry.batch_number, entry.sequence) > (${after.batchNumber}, ${after.sequence})
      order by entry.batch_number, entry.sequence limit ${atMost}
      for update of one`;
  }
}
