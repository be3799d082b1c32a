/** Links that set a password, by digest. The database is the referee: one use of one link. */
import type { Database } from "../../../db/database.ts";

export interface NewPasswordLink {
  readonly digest: Uint8Array;
  readonly contactId: string;
  readonly madeAt: Temporal.Instant;
  readonly goodUntil: Temporal.Instant;
}

/** Whose password a link sets, as far as a login knows. */
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

  /** A new link ends those before it. */
  async replaceLinks({ digest, contactId, madeAt, goodUntil }: NewPasswordLink): Promise<void> {
    await this.endLinks(contactId);
    await this.#db.rows`
      insert into password_links (digest, contact_id, made_at, good_until)
      values (${digest}, ${contactId}, ${madeAt}, ${goodUntil})`;
  }

  async endLinks(contactId: string): Promise<void> {
    await this.#db.rows`delete from password_links where contact_id = ${contactId}`;
  }

  /** Undefined: never made, ended, used already, too old, or of a user who is not active. */
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

  /** Before its links: whoever changes or removes the user comes to them in the same order. */
  async lockLogin(contactId: string): Promise<void> {
    await this.#db.rows`
      select from contact_credentials where contact_id = ${contactId} for no key update`;
  }

  /** False: somebody else was first, the user was changed meanwhile, or it is too old by now. */
  async spendLink(digest: Uint8Array, now: Temporal.Instant): Promise<boolean> {
    const spent = await this.#db.count`
      delete from password_links link using contact_credentials login
      where link.digest = ${digest} and link.good_until > ${now}
        and login.contact_id = link.contact_id and login.is_active
        and is_partner_active(login.partner_id, login.client_id)`;
    return spent === 1;
  }

  /**
   * Ends every link of the user. An undefined secret stays what it was, and so does one that was
   * rotated.
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
