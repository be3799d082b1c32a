/**
 * Takes back retries that were claimed for a file and then left out of it. The transaction shows its
 * last sent entry again: the batch, the trace number and the days of that one. Few entries need it, so
 * each has statements of its own.
 */
import type { Database } from "../../../db/database.ts";
import { settlementMoment } from "../settlement.ts";
import type { EntryKey } from "../updates/entry-update.ts";
import { BATCH_ID_MAX, TRACE_SHOWN } from "./entry-numbers.ts";

export interface PresentedEntry extends EntryKey {
  /** How often the debit had been presented before. */
  readonly presentment: number;
}

interface SentFile {
  readonly cutOffAt: Temporal.Instant;
  readonly settlesOn: string;
  readonly batchId: number;
}

export class UnsentRetryStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the code of the return that planned the retry. */
  async takeBack(entry: PresentedEntry): Promise<string | undefined> {
    await this.#uncount(entry);
    await this.#showSentEntry(entry);
    const [returned] = await this.#db.rows<{ code: string }>`
      select return_code as code from ach_updates
      where account_id = ${entry.accountId} and transaction_id = ${entry.transactionId}
        and return_code is not null
      order by update_number desc limit 1`;
    return returned?.code;
  }

  async #uncount({ accountId, transactionId, presentment }: PresentedEntry): Promise<void> {
    await this.#db.rows`
      update ach_retries set retry_number = ${presentment - 1}
      where account_id = ${accountId} and transaction_id = ${transactionId}
        and retry_number = ${presentment}`;
  }

  async #showSentEntry({ accountId, transactionId, presentment }: PresentedEntry): Promise<void> {
    const [sent] = await this.#db.rows<{ fileId: string; batch: number; trace: string }>`
      select file_id as "fileId", batch_number as batch,
        trace_number % ${TRACE_SHOWN}::bigint as trace
      from ach_entries
      where account_id = ${accountId} and transaction_id = ${transactionId}
        and presentment = ${presentment - 1}`;
    const file = sent && (await this.#findFile(sent.fileId, sent.batch));
    if (sent === undefined || file === undefined) return;
    const settlesOn = Temporal.PlainDate.from(file.settlesOn);
    await this.#db.rows`
      update transactions set batched_at = ${file.cutOffAt}, batch_id = ${file.batchId},
        settle_at = ${settlementMoment(settlesOn, file.cutOffAt)}, trace_num = ${sent.trace}
      where account_id = ${accountId} and id = ${transactionId}`;
  }

  async #findFile(fileId: string, batch: number): Promise<SentFile | undefined> {
    const [file] = await this.#db.rows<SentFile>`
      select file.cut_off_at as "cutOffAt", file.settles_on::text as "settlesOn",
        (batch.account_number - 1) % ${BATCH_ID_MAX}::int + 1 as "batchId"
      from ach_files file join ach_batches batch on batch.file_id = file.id
      where file.id = ${fileId} and batch.number = ${batch}`;
    return file;
  }
}
