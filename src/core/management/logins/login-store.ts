/** Finds the credentials of a management user. Runs before the login, so outside any tenant. */
import type { Database } from "../../../db/database.ts";

export interface Login {
  readonly contactId: string;
  readonly partnerId: string;
  /** Undefined for a partner's own users. */
  readonly clientId: string | undefined;
  readonly userRole: string;
  /** True only if the user, its client, its partner and every partner above are active. */
  readonly isActive: boolean;
  /** Undefined until the user has chosen a password. */
  readonly passwordHash: string | undefined;
  /** The API secret that signs requests. Undefined until one was issued. */
  readonly secretSealed: Uint8Array | undefined;
}

interface LoginRow {
  readonly contact_id: string;
  readonly partner_id: string;
  readonly client_id: string | null;
  readonly user_role: string;
  readonly is_active: boolean;
  readonly password_hash: string | null;
  readonly secret_sealed: Uint8Array | null;
}

export class LoginStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findLogin(userName: string): Promise<Login | undefined> {
    const [row] = await this.#db.rows<LoginRow>`
      select contact_id, partner_id, client_id, user_role, password_hash, secret_sealed,
        is_active and is_partner_active(partner_id, client_id) as is_active
      from contact_credentials
      where user_name = ${userName}`;
    return row && toLogin(row);
  }
}

function toLogin(row: LoginRow): Login {
  return {
    contactId: row.contact_id,
    partnerId: row.partner_id,
    clientId: row.client_id ?? undefined,
    userRole: row.user_role,
    isActive: row.is_active,
    passwordHash: row.password_hash ?? undefined,
    secretSealed: row.secret_sealed ?? undefined,
  };
}
