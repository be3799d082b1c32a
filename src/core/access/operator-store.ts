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

  async setPassword(id: string, passwordHash: string): Promise<void> {
    await this.#db.rows`
      update operators set password_hash = ${passwordHash}, must_change_password = false
      where id = ${id}`;
  }
}
