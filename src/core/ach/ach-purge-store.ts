/** Removes old ACH files in small steps: first their entries, then the files. */
import type { Database } from "../../db/database.ts";

export class AchPurgeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Only entries of files that have settled. */
  dropEntries(before: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from ach_entries where ctid = any (array(
        select entry.ctid from ach_files file join ach_entries entry on entry.file_id = file.id
        where file.settled_at is not null and file.created_at < ${before} limit ${most}))`;
  }

  /** Removes files without entries, with their bytes and batches. */
  dropFiles(before: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from ach_files where id = any (array(
        select file.id from ach_files file
        where file.settled_at is not null and file.created_at < ${before}
          and not exists (select from ach_entries entry where entry.file_id = file.id)
        limit ${most}))`;
  }

  dropInboundFiles(before: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from ach_inbound_files where id = any (array(
        select id from ach_inbound_files where received_at < ${before} limit ${most}))`;
  }
}
