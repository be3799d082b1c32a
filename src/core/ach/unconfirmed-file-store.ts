/** Files that count as sent although it is not certain that the bank has them. */
import type { Database } from "../../db/database.ts";

export interface UnconfirmedFile {
  readonly id: string;
  readonly name: string;
  readonly connection: string;
  readonly since: Temporal.Instant;
}

export class UnconfirmedFileStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Oldest first. */
  listUnconfirmed(): Promise<UnconfirmedFile[]> {
    return this.#db.rows<UnconfirmedFile>`
      select id, name, connection, unconfirmed_since as since from ach_files
      where unconfirmed_since is not null order by id`;
  }

  /** Finds a file by its id or its name, and locks it until the commit. */
  async lockFile(file: FileReference): Promise<UnconfirmedFile | undefined> {
    const [row] = await this.#db.rows<UnconfirmedFile>`
      select id, name, connection, unconfirmed_since as since from ach_files
      where unconfirmed_since is not null
        and (id = ${"id" in file ? file.id : null} or name = ${"name" in file ? file.name : null})
      for update`;
    return row;
  }

  async markConfirmed(id: string): Promise<void> {
    await this.#db.rows`update ach_files set unconfirmed_since = null where id = ${id}`;
  }

  /** Its bytes stay as they were fixed. The next exchange writes a new draft and sends it. */
  async markUnsent(id: string): Promise<void> {
    await this.#db.rows`
      update ach_files set state = 'fixed', draft_name = null, hand_over_tries = null,
        handed_over_at = null, funded_on = null, unconfirmed_since = null
      where id = ${id}`;
  }
}

export type FileReference = { readonly id: string } | { readonly name: string };
