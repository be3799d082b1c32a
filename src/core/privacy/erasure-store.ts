/** The statements that erase a customer's data at one account, inside one database transaction. */
import type { Database } from "../../db/database.ts";
import type { TransactionState } from "../payments/moves.ts";
import { ERASED_ANSWER_MEMBERS } from "./personal-values.ts";

export interface HeldFactsRow {
  readonly id: string;
  readonly original_id: string | null;
  readonly state: TransactionState;
  readonly is_ach: boolean;
  readonly is_batched: boolean;
  readonly settled_at: Temporal.Instant | null;
}

export class ErasureStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  /** Locks the payments, so that no change of them begins before the erasure is committed. */
  lockPayments(ids: readonly string[]): Promise<HeldFactsRow[]> {
    return this.#db.rows<HeldFactsRow>`
      select id, original_id, state, tender_type = 'ACH' as is_ach, batched_at is not null as is_batched,
        settle_at as settled_at
      from transactions
      where account_id = ${this.#accountId} and id = any (${[...ids]}::bigint[])
      order by id for update`;
  }

  /** Payments that are being paid or changed, or whose token is being used. */
  async listWithOpenAttempt(ids: readonly string[]): Promise<string[]> {
    const rows = await this.#db.rows<{ transaction_id: string; original_id: string | null }>`
      select transaction_id, original_id from open_attempts
      where account_id = ${this.#accountId} and (transaction_id = any (${[...ids]}::bigint[])
        or original_id = any (${[...ids]}::bigint[]))`;
    return rows.flatMap((row) => [
      row.transaction_id,
      ...(row.original_id ? [row.original_id] : []),
    ]);
  }

  async listWithRetry(ids: readonly string[]): Promise<string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select transaction_id as id from ach_retries
      where account_id = ${this.#accountId} and transaction_id = any (${[...ids]}::bigint[])
        and retry_at is not null`;
    return rows.map(({ id }) => id);
  }

  async listWithWaitingEvent(ids: readonly string[]): Promise<string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select distinct transaction_id as id from outbox
      where account_id = ${this.#accountId} and transaction_id = any (${[...ids]}::bigint[])
        and delivered_at is null and set_aside_at is null`;
    return rows.map(({ id }) => id);
  }

  /** The columns of ERASED_COLUMNS. */
  erasePayments(ids: readonly string[]): Promise<number> {
    return this.#db.count`
      update transactions set first_name = null, last_name = null, company = null,
        street_address1 = null, street_address2 = null, city = null, state_province = null,
        zip = null, country = null, phone = null, email = null, ip_address = null,
        custom_data = null, description = null, invoice_entry = null, form_fields = null,
        check_number = null, card_expiration = null, noc_data = null, level2_zip = null,
        level2_merchant_reference = null, verification_message = null
      where account_id = ${this.#accountId} and id = any (${[...ids]}::bigint[])`;
  }

  eraseAnswers(ids: readonly string[]): Promise<number> {
    return this.#db.count`
      update attempts set answer = (answer::jsonb - ${[...ERASED_ANSWER_MEMBERS]}::text[])::json
      where account_id = ${this.#accountId} and transaction_id = any (${[...ids]}::bigint[])`;
  }

  /** Corrections of bank accounts contain their numbers. */
  async eraseNotices(ids: readonly string[]): Promise<number> {
    return this.#db.count`
      update ach_notices set detail = ''
      where account_id = ${this.#accountId} and transaction_id = any (${[...ids]}::bigint[])
        and kind in ('change', 'refused_change') and detail <> ''`;
  }

  /** Webhooks and emails that are done. Those that wait hold the erasure. */
  async eraseEvents(ids: readonly string[]): Promise<number> {
    await this.#db.count`
      delete from delivery_attempts
      where account_id = ${this.#accountId} and outbox_id in (select id from outbox
        where account_id = ${this.#accountId} and transaction_id = any (${[...ids]}::bigint[]))`;
    return this.#db.count`
      delete from outbox
      where account_id = ${this.#accountId} and transaction_id = any (${[...ids]}::bigint[])`;
  }

  eraseTokens(ids: readonly string[]): Promise<number> {
    return this.#db.count`
      delete from vault
      where account_id = ${this.#accountId} and token_id = any (${[...ids]}::bigint[])`;
  }

  eraseSales(ids: readonly string[]): Promise<number> {
    return this.#db.count`
      update pos_sales set customer_email = null, token_id = null
      where account_id = ${this.#accountId} and id = any (${[...ids]}::bigint[])`;
  }

  /** Corrected numbers and verifications of a bank account. A block stays. */
  async eraseBank(fingerprints: BankFingerprints): Promise<number> {
    const corrections = await this.#db.count`
      delete from bank_corrections
      where account_id = ${this.#accountId} and fingerprint = ${fingerprints.bank}`;
    const passes = await this.#db.count`
      delete from verification_passes
      where account_id = ${this.#accountId} and fingerprint = ${fingerprints.verification}`;
    return corrections + passes;
  }

  /** The request log and the mailbox, which only certification has. */
  async eraseTestRecords(ids: readonly string[], emails: readonly string[]): Promise<number> {
    const requests = await this.#db.count`
      delete from request_log where account_id = ${this.#accountId}
        and (transaction_id = any (${[...ids]}::bigint[])
          or original_id = any (${[...ids]}::bigint[]))`;
    const mails = await this.#db.count`
      delete from mailbox where lower(recipient) = any (${[...emails]}::text[])`;
    return requests + mails;
  }
}

export interface BankFingerprints {
  readonly bank: Uint8Array;
  readonly verification: Uint8Array;
}
