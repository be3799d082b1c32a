/** The environment of a database, certification or production: one row, written once. */
import type { Database } from "../../db/database.ts";

export class InstallationStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Stores the environment if none is stored yet. Returns the stored one. */
  async claimEnvironment(environment: string): Promise<string> {
    const known = await this.#environment();
    if (known !== undefined) return known;
    await this.#db.rows`
      insert into installation (environment) values (${environment}) on conflict do nothing`;
    return (await this.#environment()) ?? environment;
  }

  async #environment(): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ environment: string }>`
      select environment from installation`;
    return row?.environment;
  }
}
