/** Reads a file to or from a bank, as it was sent or received, from the database. */
import type { Database } from "../../db/database.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import { inboundPartSeal, partSeal } from "./files/file-parts.ts";
import { readAchText } from "./nacha/read-file.ts";
import type { AchItem } from "./nacha/read-item.ts";
import { type StoredFile, StoredFileStore } from "./stored-file-store.ts";

export interface StoredFileNeeds {
  readonly db: Database;
  readonly custody: KeyCustody;
}

export type StoredFileOutcome =
  /** The records contain whole account numbers. */
  | { readonly kind: "found"; readonly items: Iterable<AchItem> }
  /** The file is not written yet, or it was too large to be stored. */
  | { readonly kind: "no_content"; readonly state: string }
  | { readonly kind: "not_found" };

export async function readStoredFile(
  needs: StoredFileNeeds,
  name: string,
): Promise<StoredFileOutcome> {
  const files = new StoredFileStore(needs.db);
  const file = await files.findFileByName(name);
  if (file === undefined) return { kind: "not_found" };
  const parts: string[] = [];
  for (let part = 0; ; part++) {
    const sealed = await files.findPart(file, part);
    if (sealed === undefined) break;
    const text = await needs.custody.open(sealed, storedPartSeal(file, part));
    parts.push(text.reveal());
  }
  if (parts.length === 0) return { kind: "no_content", state: file.state };
  return { kind: "found", items: readAchText(parts.join("")) };
}

function storedPartSeal({ direction, id }: StoredFile, part: number) {
  return direction === "sent" ? partSeal(id, part) : inboundPartSeal(id, part);
}
