/**
 * Stores the corrected bank account for bank accounts with a notification of change. Accounts that
 * do not apply changes have no corrections.
 */
import type { Database } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";

export interface BankCorrection {
  readonly fingerprint: Uint8Array;
  readonly correctedFingerprint: Uint8Array;
  /** The corrected numbers, see core/vault/corrected-bank.ts. */
  readonly sealed: Uint8Array;
}

/** Where a correction came from, for the list of a merchant. */
export interface CorrectionOrigin {
  /** The entry that the bank's notice is about. */
  readonly transactionId: string;
  /** Such as C01. */
  readonly code: string;
  readonly last4: string;
  readonly correctedLast4: string;
}

/** A correction of an earlier release has no origin. */
export interface ListedCorrection extends Nullable<CorrectionOrigin> {
  readonly id: string;
  /** Business time. */
  readonly correctedAt: Temporal.Instant | null;
  readonly usedAt: Temporal.Instant;
}

type Nullable<Type> = { readonly [Name in keyof Type]: Type[Name] | null };

/** More corrections of corrections than a bank will ever send. */
const STEPS_MAX = 10;

export interface NewCorrection extends BankCorrection {
  readonly origin: CorrectionOrigin;
}

const LISTED = sql`id, lpad(transaction_id::text, 12, '0') as "transactionId", code, last4,
  corrected_last4 as "correctedLast4", corrected_at as "correctedAt", used_at as "usedAt"`;

export class BankCorrectionStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Records the use, because retention counts from the last use. */
  async findCorrection(
    accountId: string,
    fingerprint: Uint8Array,
    now: Temporal.Instant,
  ): Promise<BankCorrection | undefined> {
    const [row] = await this.#db.rows<BankCorrection>`
      update bank_corrections known set used_at = greatest(known.used_at, ${now})
      from accounts account
      where known.account_id = ${accountId} and known.fingerprint = ${fingerprint}
        and account.id = known.account_id and account.applies_ach_changes
      returning known.fingerprint, known.corrected_fingerprint as "correctedFingerprint",
        known.sealed`;
    return row;
  }

  /**
   * The fingerprints of a bank account and of all that corrected it, also if the account no longer uses
   * corrections: earlier entries did.
   */
  async listTrail(accountId: string, fingerprint: Uint8Array): Promise<readonly Uint8Array[]> {
    const rows = await this.#db.rows<{ fingerprint: Uint8Array }>`
      with recursive trail (fingerprint, step) as (
        select ${fingerprint}::bytea, 0
        union all
        select known.corrected_fingerprint, trail.step + 1
        from trail join bank_corrections known on known.account_id = ${accountId}
          and known.fingerprint = trail.fingerprint
        where trail.step < ${STEPS_MAX}::int
      )
      select distinct fingerprint from trail`;
    return rows.map((row) => row.fingerprint);
  }

  listCorrections(accountId: string): Promise<BankCorrection[]> {
    return this.#db.rows<BankCorrection>`
      select known.fingerprint, known.corrected_fingerprint as "correctedFingerprint",
        known.sealed
      from bank_corrections known join accounts account on account.id = known.account_id
      where known.account_id = ${accountId} and account.applies_ach_changes`;
  }

  /** Which of the accounts apply notifications of change. */
  async listApplyingAccounts(accounts: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#db.rows<{ id: string }>`
      select id from accounts where id = any (${accounts}::bigint[]) and applies_ach_changes`;
    return new Set(rows.map(({ id }) => id));
  }

  /** The newest correction of a bank account replaces the earlier one. */
  async saveCorrection(
    accountId: string,
    { fingerprint, correctedFingerprint, sealed, origin }: NewCorrection,
    at: Temporal.Instant,
  ): Promise<void> {
    await this.#db.rows`
      insert into bank_corrections (account_id, fingerprint, corrected_fingerprint, sealed,
        used_at, transaction_id, code, last4, corrected_last4, corrected_at)
      values (${accountId}, ${fingerprint}, ${correctedFingerprint}, ${sealed}, ${at},
        ${origin.transactionId}, ${origin.code}, ${origin.last4}, ${origin.correctedLast4}, ${at})
      on conflict (account_id, fingerprint) do update
      set corrected_fingerprint = excluded.corrected_fingerprint, sealed = excluded.sealed,
        used_at = excluded.used_at, transaction_id = excluded.transaction_id,
        code = excluded.code, last4 = excluded.last4,
        corrected_last4 = excluded.corrected_last4, corrected_at = excluded.corrected_at`;
  }

  /** Newest first. For the merchant, so without the sealed numbers. */
  listForMerchant(accountId: string, atMost: number): Promise<ListedCorrection[]> {
    return this.#db.rows<ListedCorrection>`
      select ${LISTED} from bank_corrections where account_id = ${accountId}
      order by id desc limit ${atMost}`;
  }

  /** Undefined: there is none with this id. */
  async clearCorrection(accountId: string, id: string): Promise<ListedCorrection | undefined> {
    const [row] = await this.#db.rows<ListedCorrection>`
      delete from bank_corrections where account_id = ${accountId} and id = ${id}::bigint
      returning ${LISTED}`;
    return row;
  }

  async removeCorrection(accountId: string, fingerprint: Uint8Array): Promise<void> {
    await this.#db.rows`
      delete from bank_corrections
      where account_id = ${accountId} and fingerprint = ${fingerprint}`;
  }
}
