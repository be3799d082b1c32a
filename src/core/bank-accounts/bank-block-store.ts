/**
 * Stores which bank accounts a merchant may not debit after a return. A block is found by the bank
 * account's fingerprint, and cleared by the transaction that was returned.
 */
import { columnArrays } from "../../db/arrays.ts";
import type { Database } from "../../db/database.ts";
import { UNAUTHORIZED_RETURNS } from "./blocking-returns.ts";

export interface BankBlock {
  /** The entry whose return blocked the bank account. */
  readonly transactionId: string;
  readonly returnCode: string;
  readonly last4: string | null;
  /** Business time. */
  readonly blockedAt: Temporal.Instant;
}

export interface NewBankBlock extends Omit<BankBlock, "blockedAt"> {
  readonly accountId: string;
  readonly fingerprint: Uint8Array;
}

export interface BlockedFingerprint {
  readonly fingerprint: Uint8Array;
  readonly returnCode: string;
}

const UNAUTHORIZED = [...UNAUTHORIZED_RETURNS];

export class BankBlockStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Undefined: the bank account is not blocked. */
  async findBlockingCode(accountId: string, fingerprint: Uint8Array): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ code: string }>`
      select return_code as code from bank_blocks
      where account_id = ${accountId} and fingerprint = ${fingerprint}`;
    return row?.code;
  }

  listBlockedFingerprints(accountId: string): Promise<BlockedFingerprint[]> {
    return this.#db.rows<BlockedFingerprint>`
      select fingerprint, return_code as "returnCode" from bank_blocks
      where account_id = ${accountId}`;
  }

  /** Newest first. A return may block several bank accounts that replaced each other. */
  listBlocks(accountId: string, atMost: number): Promise<BankBlock[]> {
    return this.#db.rows<BankBlock>`
      select distinct transaction_id as "transactionId", return_code as "returnCode", last4,
        blocked_at as "blockedAt"
      from bank_blocks where account_id = ${accountId}
      order by blocked_at desc, transaction_id desc limit ${atMost}`;
  }

  /**
   * At most one block per bank account in a call. The latest return replaces an earlier one, but an
   * unauthorized one is replaced by another unauthorized one only.
   */
  async saveBlocks(blocks: readonly NewBankBlock[], at: Temporal.Instant): Promise<void> {
    if (blocks.length === 0) return;
    const [accounts, fingerprints, ids, codes, last4s] = columnArrays(blocks, [
      "accountId",
      "fingerprint",
      "transactionId",
      "returnCode",
      "last4",
    ]);
    await this.#db.rows`
      insert into bank_blocks as known
        (account_id, fingerprint, transaction_id, return_code, last4, blocked_at)
      select account_id, fingerprint, id, code, last4, ${at}::timestamptz
      from unnest(${accounts}::bigint[], ${fingerprints}::bytea[], ${ids}::bigint[],
        ${codes}::text[], ${last4s}::text[]) as said (account_id, fingerprint, id, code, last4)
      order by account_id, fingerprint
      on conflict (account_id, fingerprint) do update
      set transaction_id = excluded.transaction_id, return_code = excluded.return_code,
        last4 = excluded.last4, blocked_at = excluded.blocked_at
      where excluded.return_code = any (${UNAUTHORIZED}::text[])
        or known.return_code <> all (${UNAUTHORIZED}::text[])`;
  }

  /** A customer who did not authorize debits has not authorized them at a corrected account either. */
  async copyUnauthorizedBlock(
    accountId: string,
    from: Uint8Array,
    trail: readonly Uint8Array[],
  ): Promise<void> {
    await this.#db.rows`
      insert into bank_blocks as known
        (account_id, fingerprint, transaction_id, return_code, last4, blocked_at)
      select block.account_id, corrected.fingerprint, block.transaction_id, block.return_code,
        block.last4, block.blocked_at
      from bank_blocks block cross join unnest(${trail}::bytea[]) as corrected (fingerprint)
      where block.account_id = ${accountId} and block.fingerprint = ${from}
        and block.return_code = any (${UNAUTHORIZED}::text[])
      order by corrected.fingerprint
      on conflict (account_id, fingerprint) do update
      set transaction_id = excluded.transaction_id, return_code = excluded.return_code,
        last4 = excluded.last4, blocked_at = excluded.blocked_at
      where known.return_code <> all (${UNAUTHORIZED}::text[])`;
  }

  /** Undefined: there is no block of this transaction. A newer return may have replaced it. */
  async removeBlock(accountId: string, transactionId: string): Promise<BankBlock | undefined> {
    const [row] = await this.#db.rows<BankBlock>`
      delete from bank_blocks
      where account_id = ${accountId} and transaction_id = ${transactionId}
      returning transaction_id as "transactionId", return_code as "returnCode", last4,
        blocked_at as "blockedAt"`;
    return row;
  }
}
