/** Stores the API keys of accounts: sealed, and found by digest. */
import type { Database } from "../../db/database.ts";
import type { NewSealedKey } from "./account-store.ts";

/** What may be shown of a key. */
export interface KeyTerm {
  /** The beginning of the digest. It identifies the key without disclosing it. */
  readonly id: string;
  /** Null: the key is older than this column. */
  readonly endsWith: string | null;
  readonly createdAt: Temporal.Instant;
  /** Null: valid until it is replaced. */
  readonly expiresAt: Temporal.Instant | null;
}

export class AccountKeyStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async insertKey(accountId: string, { digest, sealed, endsWith }: NewSealedKey): Promise<void> {
    await this.#db.rows`
      insert into account_keys (account_id, digest, sealed, ends_with)
      values (${accountId}, ${digest}, ${sealed}, ${endsWith})`;
  }

  /** Sorted by expiration; keys without one come last. */
  async listValidKeys(accountId: string, now: Temporal.Instant): Promise<readonly KeyTerm[]> {
    return this.#db.rows<KeyTerm>`
      select encode(substr(digest, 1, 8), 'hex') as id, ends_with as "endsWith",
        created_at as "createdAt", expires_at as "expiresAt"
      from account_keys
      where account_id = ${accountId} and (expires_at is null or expires_at > ${now})
      order by expires_at nulls last, created_at`;
  }

  /** Shortens the validity of all keys to this moment. */
  async expireKeys(accountId: string, moment: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      update account_keys set expires_at = ${moment}
      where account_id = ${accountId} and (expires_at is null or expires_at > ${moment})`;
  }

  async removeKey(accountId: string, id: string): Promise<void> {
    await this.#db.rows`
      delete from account_keys
      where account_id = ${accountId} and encode(substr(digest, 1, 8), 'hex') = ${id}`;
  }

  async removeExpiredKeys(accountId: string, now: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      delete from account_keys where account_id = ${accountId} and expires_at <= ${now}`;
  }
}
