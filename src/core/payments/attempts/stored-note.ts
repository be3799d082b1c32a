/**
 * An attempt's note as `open_attempts` stores it: with the draft by column. Processes of different
 * releases may share a database during an upgrade, so the stored form stays as it is.
 */
import type { DraftTransaction } from "../payment-details.ts";
import { fromColumns, type StoredColumns, toColumns } from "../transaction-columns-sql.ts";
import type { AttemptNote } from "./attempt.ts";

export type StoredNote = Omit<AttemptNote, "draft"> & { readonly columns: StoredColumns };

/** JSON leaves out `draft`, because it is undefined. */
export function toStoredNote(note: AttemptNote): StoredNote {
  return { ...note, draft: undefined, columns: toColumns(note.draft) } as StoredNote;
}

export function fromStoredNote({ columns, ...note }: StoredNote): AttemptNote {
  return { ...note, draft: fromColumns(columns) as DraftTransaction };
}
