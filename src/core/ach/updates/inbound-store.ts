/** Stores files from banks, sealed and identified by their digest, and their unmatched items. */
import { columnArrays } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import type { NetworkItem, UnmatchedReason } from "./network-item.ts";

export interface InboundFile {
  readonly connection: string;
  readonly name: string;
  readonly digest: Uint8Array;
  readonly byteCount: number;
  readonly receivedAt: Temporal.Instant;
  readonly state: "read" | "invalid" | "too_big";
  readonly itemCount: number;
  readonly errors: string | undefined;
}

export type Unmatched = NetworkItem & { readonly reason: UnmatchedReason };

export class InboundStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async isKnown(connection: string, digest: Uint8Array): Promise<boolean> {
    const rows = await this.#db.rows`
      select from ach_inbound_files where connection = ${connection} and digest = ${digest}`;
    return rows.length > 0;
  }

  /** Returns the id, or undefined if the file is known. A second process waits for the first. */
  async addFile(file: InboundFile): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ id: string }>`
      insert into ach_inbound_files (connection, name, digest, byte_count, received_at, state,
        item_count, unmatched_count, errors)
      values (${file.connection}, ${file.name}, ${file.digest}, ${file.byteCount},
        ${file.receivedAt}, ${file.state}, ${file.itemCount}, 0, ${file.errors})
      on conflict on constraint ach_inbound_files_once do nothing
      returning id`;
    return row?.id;
  }

  async savePart(fileId: string, part: number, sealed: Uint8Array): Promise<void> {
    await this.#db.rows`
      insert into ach_inbound_parts (file_id, part, sealed) values (${fileId}, ${part}, ${sealed})`;
  }

  async saveUnmatched(
    fileId: string,
    connection: string,
    { items, at }: { readonly items: readonly Unmatched[]; readonly at: Temporal.Instant },
  ): Promise<void> {
    if (items.length === 0) return;
    const [lines, kinds, codes, traces, amounts, reasons] = columnArrays(items, [
      "line",
      "kind",
      "code",
      "trace",
      "amountCents",
      "reason",
    ]);
    await this.#db.rows`
      insert into ach_unmatched (connection, inbound_file_id, line, kind, code, trace_number,
        amount_cents, reason, received_at)
      select ${connection}, ${fileId}, said.*, ${at}
      from unnest(${lines}::int[], ${kinds}::text[], ${codes}::text[], ${traces}::text[],
        ${amounts}::bigint[], ${reasons}::text[]) as said`;
    await this.#db.rows`
      update ach_inbound_files set unmatched_count = unmatched_count + ${items.length}::int
      where id = ${fileId}`;
  }
}
