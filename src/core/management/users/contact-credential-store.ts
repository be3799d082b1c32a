/**
 * Copies users to the table that logins read. That table has no row-level security, because logins
 * run before the caller is known, so every statement selects a contact that the caller can see.
 */
import type { Database } from "../../../db/database.ts";

export class ContactCredentialStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Copies everything except the password and the secrets. */
  async copyContact(contactId: string): Promise<void> {
    await this.#db.rows`
      insert into contact_credentials
        (contact_id, user_name, partner_id, client_id, user_role, is_active)
      select id, user_name, partner_id, client_id, user_role, is_active
      from contacts where id = ${contactId}
      on conflict (contact_id) do update set user_name = excluded.user_name,
        partner_id = excluded.partner_id, client_id = excluded.client_id,
        user_role = excluded.user_role, is_active = excluded.is_active`;
  }
}
