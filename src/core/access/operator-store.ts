/** Operators' passwords, for logins. */
import type { Database } from "../../db/database.ts";

export class OperatorStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findPasswordHash(userName: string): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ password_hash: string }>`
      select password_hash from operators where user_name = ${userName} and is_active`;
    return row?.password_hash;
  }

  /** Whether the password was set by someone else and must be replaced. */
  async mustChangePassword(userName: string): Promise<boolean> {
    const rows = await this.#db.rows`
      select from operators where user_name = ${userName} and must_change_password`;
    return rows.length === 1;
  }

  /** Of administrators who can sign in. */
  async listAdministratorEmails(): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ email: string }>`
      select email from operators
      where is_active and role = 'administrator' and email is not null order by id`;
    return rows.map(({ email }) => email);
  }

  async findEmail(id: string): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ email: string | null }>`
      select email from operators where id = ${id}`;
    return row?.email ?? undefined;
  }

  /** Null removes the address. */
  async setEmail(id: string, email: string | null): Promise<void> {
    await this.#db.rows`update operators set email = ${email} where id = ${id}`;
  }

  async setPassword(id: string, passwordHash: string): Promise<void> {
    await this.#db.rows`
      update operators set password_hash = ${passwordHash}, must_change_password = false
      where id = ${id}`;
  }
}
