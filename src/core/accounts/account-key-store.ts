/** Stores the API keys of accounts: sealed, and found by digest. */
import type { Database } from "../../db/database.ts";
import type { NewSealedKey } from "./account-store.ts";

/** What may be shown of a key. */
export interface KeyTerm {
  /** The beginning of the digest. It identifies the key without disclosing it. */
  readonly id: string;
  /** Null: the key is older than this column. */
  readonly endsWith: string | null;
  /** Null: the key is older than this column. */
  readonly startsWith: string | null;
  readonly name: string | null;
  /** Null: the key is older than this column, or it was created with the account. */
  readonly createdBy: string | null;
  /** To a few minutes. Null: not used yet. */
  readonly usedAt: Temporal.Instant | null;
  readonly createdAt: Temporal.Instant;
  /** Null: valid until it is replaced. */
  readonly expiresAt: Temporal.Instant | null;
}

/** What people know a new key by. */
export interface KeyLabels {
  readonly name?: string | null | undefined;
  readonly createdBy?: string | undefined;
}

export class AccountKeyStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async insertKey(
    accountId: string,
    { digest, sealed, startsWith, endsWith }: NewSealedKey,
    { name, createdBy }: KeyLabels = {},
  ): Promise<void> {
    await this.#db.rows`
      insert into account_keys
        (account_id, digest, sealed, starts_with, ends_with, key_name, created_by)
      values (${accountId}, ${digest}, ${sealed}, ${startsWith}, ${endsWith}, ${name ?? null},
        ${createdBy ?? null})`;
  }

  /** Sorted by expiration; keys without one come last. */
  async listValidKeys(accountId: string, now: Temporal.Instant): Promise<readonly KeyTerm[]> {
    return this.#db.rows<KeyTerm>`
      select encode(substr(key.digest, 1, 8), 'hex') as id, starts_with as "startsWith",
        ends_with as "endsWith", key_name as name, created_at as "createdAt", created_by as "createdBy",
        expires_at as "expiresAt", used_at as "usedAt"
      from account_keys key
      left join account_key_uses used
        on used.account_id = key.account_id and used.digest = key.digest
      where key.account_id = ${accountId} and (expires_at is null or expires_at > ${now})
      order by expires_at nulls last, created_at`;
  }

  /** Shortens the validity of a key, or of all keys, to this moment. */
  async expireKeys(accountId: string, moment: Temporal.Instant, only?: string): Promise<void> {
    await this.#db.rows`
      update account_keys set expires_at = ${moment}
      where account_id = ${accountId} and (expires_at is null or expires_at > ${moment})
        and (${only ?? null}::text is null or encode(substr(digest, 1, 8), 'hex') = ${only ?? null})`;
  }

  async renameKey(accountId: string, id: string, name: string | null): Promise<void> {
    await this.#db.rows`
      update account_keys set key_name = ${name}
      where account_id = ${accountId} and encode(substr(digest, 1, 8), 'hex') = ${id}`;
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
