/**
 * Stores the sealed API secrets of a management user. The newest has no expiration; older ones stay
 * valid until theirs. Callers must have checked that they can see the contact.
 */
import type { Database } from "../../../db/database.ts";

/** What may be shown of a user's secrets. */
export interface SecretStatus {
  readonly hasSecret: boolean;
  /** Null: it was issued with a password. */
  readonly issuedAt: Temporal.Instant | null;
  /** When the older secrets expire, the earliest first. */
  readonly olderUntil: readonly Temporal.Instant[];
}

export interface OlderSecret {
  readonly sealed: Uint8Array;
  readonly until: Temporal.Instant;
}

export class ApiSecretStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Locks the user's credentials until the transaction ends. */
  async lockLogin(contactId: string): Promise<void> {
    await this.#db.rows`
      select from contact_credentials where contact_id = ${contactId} for no key update`;
  }

  async findSecretStatus(contactId: string, now: Temporal.Instant): Promise<SecretStatus> {
    const [login] = await this.#db.rows<Omit<SecretStatus, "olderUntil">>`
      select secret_sealed is not null as "hasSecret", secret_issued_at as "issuedAt"
      from contact_credentials where contact_id = ${contactId}`;
    const listOlderSecrets = await this.older(contactId, now);
    const olderUntil = listOlderSecrets.map(({ until }) => until);
    return { hasSecret: login?.hasSecret ?? false, issuedAt: login?.issuedAt ?? null, olderUntil };
  }

  /** Only those that are still valid. */
  async older(contactId: string, now: Temporal.Instant): Promise<readonly OlderSecret[]> {
    return this.#db.rows<OlderSecret>`
      select sealed, expires_at as until from contact_old_secrets
      where contact_id = ${contactId} and expires_at > ${now}
      order by expires_at, id`;
  }

  /** Shortens the validity of older secrets to this moment. */
  async expireOlderSecrets(contactId: string, moment: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      update contact_old_secrets set expires_at = ${moment}
      where contact_id = ${contactId} and expires_at > ${moment}`;
  }

  /** Returns how many were removed. */
  async removeExpiredSecrets(contactId: string, now: Temporal.Instant): Promise<number> {
    return this.#db.count`
      delete from contact_old_secrets where contact_id = ${contactId} and expires_at <= ${now}`;
  }

  /** Copies the current secret to the older ones before it is replaced. */
  async keepCurrentSecret(contactId: string, until: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      insert into contact_old_secrets (contact_id, sealed, expires_at)
      select contact_id, secret_sealed, ${until}::timestamptz from contact_credentials
      where contact_id = ${contactId} and secret_sealed is not null`;
  }

  async storeSecret(contactId: string, sealed: Uint8Array, at: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      update contact_credentials set secret_sealed = ${sealed}, secret_issued_at = ${at}
      where contact_id = ${contactId}`;
  }
}
