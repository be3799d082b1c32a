/** Removes what is too old. An entry goes with its file. */
import type { Database } from "../../db/database.ts";

export class PurgeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async dropFiles(before: Temporal.Instant): Promise<number> {
    const sent = await this.#db.count`
      with old as (
        delete from ach_files where settled_at is not null and created_at < ${before} returning id
      ), entries as (
        delete from ach_entries where file_id in (select id from old)
      )
      select id from old`;
    const received = await this.#db.count`
      delete from ach_inbound_files where received_at < ${before}`;
    return sent + received;
  }
}
