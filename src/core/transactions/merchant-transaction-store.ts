/** One transaction with its refunds, its original, its ACH updates and its bank file. */
import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { FullTransaction, MerchantTransaction } from "./merchant-transaction.ts";
import {
  FULL_TRANSACTION_COLUMNS,
  MERCHANT_TRANSACTION_COLUMNS,
} from "./transaction-list-columns-sql.ts";

/** A settlement, return or rejection of an ACH entry, or a notice that changes no amount. */
export interface NetworkUpdate {
  readonly at: Temporal.Instant;
  readonly kind: "settled" | "returned" | "rejected" | "notice" | "account_updated";
  readonly code: string | null;
  readonly detail: string | null;
}

/** A bank file that contains an entry of the transaction. */
export interface EntryFile {
  readonly name: string;
  readonly cutOffAt: Temporal.Instant;
  readonly handedOverAt: Temporal.Instant | null;
  /** 0 for the first entry. Later ones present the debit again. */
  readonly presentment: number;
}

export interface TransactionHistory {
  readonly transaction: FullTransaction;
  /** Its refunds and reversals, oldest first. */
  readonly related: readonly MerchantTransaction[];
  readonly original: MerchantTransaction | undefined;
  readonly network: readonly NetworkUpdate[];
  /** In the order in which they were sent. */
  readonly files: readonly EntryFile[];
  /** When a returned debit is presented again. */
  readonly retryAt: Temporal.Instant | undefined;
}

const RELATED_MAX = 100;

export class MerchantTransactionStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  async findTransaction(accountId: string, id: string): Promise<FullTransaction | undefined> {
    return this.#db.within({ accountId }, (db) => findFullTransaction(db, accountId, id));
  }

  async findHistory(accountId: string, id: string): Promise<TransactionHistory | undefined> {
    return this.#db.within({ accountId }, async (db) => {
      const transaction = await findFullTransaction(db, accountId, id);
      if (transaction === undefined) return undefined;
      const { originalId } = transaction;
      const isBank = transaction.tender === "ACH";
      return {
        transaction,
        related: await findRelated(db, accountId, id),
        original:
          originalId === null ? undefined : await findFullTransaction(db, accountId, originalId),
        network: isBank ? await findNetworkUpdates(db, accountId, id) : [],
        files: isBank ? await findEntryFiles(db, accountId, id) : [],
        retryAt: isBank ? await findRetryTime(db, accountId, id) : undefined,
      };
    });
  }
}

async function findFullTransaction(db: Database, accountId: string, id: string) {
  const [row] = await db.rows<FullTransaction>`
    select ${FULL_TRANSACTION_COLUMNS} from transactions one
    where one.account_id = ${accountId} and one.id = ${id}`;
  return row;
}

function findRelated(db: Database, accountId: string, id: string): Promise<MerchantTransaction[]> {
  return db.rows<MerchantTransaction>`
    select ${MERCHANT_TRANSACTION_COLUMNS} from transactions one
    where one.original_id = ${id} and one.account_id = ${accountId}
    order by one.authorized_at, one.id limit ${RELATED_MAX}`;
}

function findNetworkUpdates(db: Database, accountId: string, id: string): Promise<NetworkUpdate[]> {
  return db.rows<NetworkUpdate>`
    select action_at as at, return_code as code, null as detail,
      case status when 'SETTLED\\FUNDED' then 'settled' when 'DECLINED\\RETURNED' then 'returned'
        else 'rejected' end as kind
    from ach_updates where account_id = ${accountId} and transaction_id = ${id}
    union all
    select action_at, code, detail,
      case when is_applied then 'account_updated' else 'notice' end
    from ach_notices
    where account_id = ${accountId} and transaction_id = ${id}
    order by at`;
}

function findEntryFiles(db: Database, accountId: string, id: string): Promise<EntryFile[]> {
  return db.rows<EntryFile>`
    select file.name, file.cut_off_at as "cutOffAt", file.handed_over_at as "handedOverAt",
      entry.presentment
    from ach_entries entry join ach_files file on file.id = entry.file_id
    where entry.account_id = ${accountId} and entry.transaction_id = ${id}
    order by entry.presentment`;
}

async function findRetryTime(
  db: Database,
  accountId: string,
  id: string,
): Promise<Temporal.Instant | undefined> {
  const [row] = await db.rows<{ at: Temporal.Instant }>`
    select retry_at as at from ach_retries
    where account_id = ${accountId} and transaction_id = ${id} and retry_at is not null`;
  return row?.at;
}
