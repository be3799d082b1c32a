/**
 * What users log in with, written beside the users themselves. The table has no policy, for logins
 * are looked up before anyone is known: each statement goes through a contact that the caller sees.
 */
import type { Database } from "../../../db/database.ts";

export class ContactCredentialStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Everything but the secrets, as the contact has it now. */
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
