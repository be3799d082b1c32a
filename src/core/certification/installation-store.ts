/** The one row that says what a database is for. */
import type { Database } from "../../db/database.ts";

export class InstallationStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Writes the purpose where none is written yet, and gives the one that holds. */
  async claim(environment: string): Promise<string> {
    await this.#db.rows`
      insert into installation (environment) values (${environment}) on conflict do nothing`;
    const [row] = await this.#db.rows<{ environment: string }>`
      select environment from installation`;
    return row?.environment ?? environment;
  }
}
