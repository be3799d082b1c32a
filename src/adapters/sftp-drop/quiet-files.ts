/**
 * Notices which files in the inbox of a server no longer change. The clock of the server may be wrong,
 * so a file is quiet if two looks, some seconds apart by our own clock, show the same size and time.
 */
import { isDecodedName } from "../bank-drop/drop-names.ts";
import type { FoundFile } from "../bank-drop/drop-storage.ts";

export type ListedFile = Omit<FoundFile, "unchangedSinceMs" | "inode">;

/** Asks for the sizes that a listing did not have. */
export async function addMissingSizes(
  listed: readonly ListedFile[],
  findFile: (name: string) => Promise<{ readonly size?: number | undefined } | undefined>,
): Promise<readonly ListedFile[]> {
  const files: ListedFile[] = [];
  for (const file of listed) {
    const isAsked = file.size === undefined && isDecodedName(file.name);
    const size = isAsked ? (await findFile(file.name))?.size : file.size;
    files.push({ ...file, size });
  }
  return files;
}

export class QuietFiles {
  #known = new Map<string, FoundFile>();

  /** Takes a new look at the inbox. Returns the files with the time since when they are unchanged. */
  look(listed: readonly ListedFile[], nowMs: number): readonly FoundFile[] {
    const files = listed.map((file) => this.#compare(file, nowMs));
    this.#known = new Map(files.map((file) => [file.name, file]));
    return files;
  }

  /** The next file with this name is a new one. */
  forget(name: string): void {
    this.#known.delete(name);
  }

  #compare(file: ListedFile, nowMs: number): FoundFile {
    const before = this.#known.get(file.name);
    if (before === undefined) return { ...file, unchangedSinceMs: nowMs };
    const isSame = before.size === file.size && before.modifiedMs === file.modifiedMs;
    return { ...file, unchangedSinceMs: isSame ? before.unchangedSinceMs : nowMs };
  }
}
