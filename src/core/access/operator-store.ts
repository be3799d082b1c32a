/** The people who run the house. */
import type { Database } from "../../db/database.ts";

export class OperatorStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async passwordHash(userName: string): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ password_hash: string }>`
      select password_hash from operators where user_name = ${userName} and is_active`;
    return row?.password_hash;
  }

  /** False when the name is taken. */
  async add(userName: string, passwordHash: string): Promise<boolean> {
    const added = await this.#db.count`
      insert into operators (user_name, password_hash) values (${userName}, ${passwordHash})
      on conflict do nothing`;
    return added === 1;
  }

  async list(): Promise<readonly { readonly user_name: string; readonly is_active: boolean }[]> {
    return this.#db.rows`select user_name, is_active from operators order by user_name`;
  }
}
