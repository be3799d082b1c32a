/** Finds files to and from banks by name, and their sealed parts. */
import type { Database } from "../../db/database.ts";

export interface StoredFile {
  readonly direction: "sent" | "received";
  readonly id: string;
  readonly state: string;
}

export class StoredFileStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** A bank may send several files with the same name. The newest one is returned. */
  async findFileByName(name: string): Promise<StoredFile | undefined> {
    const [file] = await this.#db.rows<StoredFile>`
      (select 'sent' as direction, id, state from ach_files where name = ${name})
      union all
      (select 'received', id, state from ach_inbound_files where name = ${name}
        order by id desc limit 1)
      limit 1`;
    return file;
  }

  /** In order. The parts of a large file are read one by one. */
  async findPart({ direction, id }: StoredFile, part: number): Promise<Uint8Array | undefined> {
    const [row] = await (direction === "sent"
      ? this.#db.rows<{ sealed: Uint8Array }>`
          select sealed from ach_file_parts where file_id = ${id} and part = ${part}`
      : this.#db.rows<{ sealed: Uint8Array }>`
          select sealed from ach_inbound_parts where file_id = ${id} and part = ${part}`);
    return row?.sealed;
  }
}
