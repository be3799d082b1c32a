/** Finds sent entries and locks their transactions until the database transaction ends. */
import type { Database } from "../../../db/database.ts";
import type { SentEntry } from "./network-item.ts";

export interface FilePlace {
  readonly batchNumber: number;
  readonly sequence: number;
}

export type EntryInFile = SentEntry & FilePlace;

const FROM_THE_START: FilePlace = { batchNumber: 0, sequence: 0 };

export class SentEntryStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Finds entries of a connection by trace number. Numbers repeat after millions of entries, so the newest
   * entry with the number is used.
   */
  async lockByTrace(connection: string, traces: readonly string[]): Promise<SentEntry[]> {
    return this.#db.rows<SentEntry>`
      with meant as materialized (
        select distinct on (entry.trace_number) entry.account_id, entry.transaction_id,
          entry.trace_number, entry.amount_cents
        from ach_entries entry join ach_files file on file.id = entry.file_id
        where entry.trace_number = any (${traces}::bigint[]) and file.connection = ${connection}
          and file.state in ('prepared', 'handed_over')
        order by entry.trace_number, entry.file_id desc
      )
      select meant.account_id as "accountId", meant.transaction_id as "transactionId",
        lpad(meant.trace_number::text, 15, '0') as trace, meant.amount_cents as "amountCents",
        one.state
      from meant
        join transactions one on one.account_id = meant.account_id and one.id = meant.transaction_id
      order by meant.account_id, meant.transaction_id
      for update of one`;
  }

  /** Finds a sent entry. Returns several if more than one account has the id. */
  async lockById(transactionId: string, accountId: string | undefined): Promise<SentEntry[]> {
    return this.#db.rows<SentEntry>`
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

  /** The next entries of a file, in order and in any state. */
  async lockNext(
    fileId: string,
    atMost: number,
    after: FilePlace = FROM_THE_START,
  ): Promise<EntryInFile[]> {
    return this.#db.rows<EntryInFile>`
      with next as materialized (
        select account_id, transaction_id, trace_number, amount_cents, batch_number, sequence
        from ach_entries
        where file_id = ${fileId}
          and (batch_number, sequence) > (${after.batchNumber}, ${after.sequence})
        order by batch_number, sequence limit ${atMost}
      )
      select next.account_id as "accountId", next.transaction_id as "transactionId",
        lpad(next.trace_number::text, 15, '0') as trace, next.amount_cents as "amountCents",
        one.state, next.batch_number as "batchNumber", next.sequence
      from next
        join transactions one on one.account_id = next.account_id and one.id = next.transaction_id
      order by next.batch_number, next.sequence
      for update of one`;
  }
}
