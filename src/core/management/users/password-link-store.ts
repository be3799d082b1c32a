/** Stores links to set a password, as digests. The database decides that a link works once. */
import type { Database } from "../../../db/database.ts";

export interface NewPasswordLink {
  readonly digest: Uint8Array;
  readonly contactId: string;
  readonly madeAt: Temporal.Instant;
  readonly goodUntil: Temporal.Instant;
}

/** The user of a link. */
export interface LinkHolder {
  readonly contactId: string;
  readonly userName: string;
  readonly partnerId: string;
  readonly userRole: string;
  /** Null for a partner's own users. */
  readonly clientId: string | null;
  readonly hasSecret: boolean;
}

export class PasswordLinkStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** A new link ends all earlier links of the user. */
  async replaceLinks({ digest, contactId, madeAt, goodUntil }: NewPasswordLink): Promise<void> {
    await this.endLinks(contactId);
    await this.#db.rows`
      insert into password_links (digest, contact_id, made_at, good_until)
      values (${digest}, ${contactId}, ${madeAt}, ${goodUntil})`;
  }

  async endLinks(contactId: string): Promise<void> {
    await this.#db.rows`delete from password_links where contact_id = ${contactId}`;
  }

  /** Returns undefined if the link is unknown, used, expired or ended, or the user is disabled. */
  async findLinkHolder(digest: Uint8Array, now: Temporal.Instant): Promise<LinkHolder | undefined> {
    const [row] = await this.#db.rows<LinkHolder>`
      select login.contact_id as "contactId", login.user_name as "userName",
        login.partner_id as "partnerId", login.user_role as "userRole",
        login.client_id as "clientId",
        login.secret_sealed is not null as "hasSecret"
      from password_links link
      join contact_credentials login on login.contact_id = link.contact_id
      where link.digest = ${digest} and link.good_until > ${now} and login.is_active
        and is_partner_active(login.partner_id, login.client_id)`;
    return row;
  }

  /** Lock the user before its links, like every other change of a user, to avoid deadlocks. */
  async lockLogin(contactId: string): Promise<void> {
    await this.#db.rows`
      select from contact_credentials where contact_id = ${contactId} for no key update`;
  }

  /** Returns false if the link was used or ended in the meantime, or has expired. */
  async spendLink(digest: Uint8Array, now: Temporal.Instant): Promise<boolean> {
    const spent = await this.#db.count`
      delete from password_links link using contact_credentials login
      where link.digest = ${digest} and link.good_until > ${now}
        and login.contact_id = link.contact_id and login.is_active
        and is_partner_active(login.partner_id, login.client_id)`;
    return spent === 1;
  }

  /**
   * Also ends every link of the user. Without a new secret the stored one stays; a secret that was
   * rotated stays in any case.
   */
  async setPassword(
    contactId: string,
    passwordHash: string,
    secretSealed: Uint8Array | undefined,
  ): Promise<void> {
    await this.#db.rows`
      update contact_credentials set password_hash = ${passwordHash},
        secret_sealed = case when secret_issued_at is null
          then coalesce(${secretSealed ?? null}::bytea, secret_sealed) else secret_sealed end
      where contact_id = ${contactId}`;
    await this.endLinks(contactId);
  }
}
