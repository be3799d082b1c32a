/**
 * Notices which files in the inbox of a server no longer change. The clock of the server may be wrong,
 * so a file is quiet if two looks, some seconds apart by our own clock, show the same size and time.
 */
import type { FoundFile } from "../bank-drop/drop-storage.ts";

export type ListedFile = Omit<FoundFile, "unchangedSinceMs" | "inode">;

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
    const isSame = before?.size === file.size && before.modifiedMs === file.modifiedMs;
    return { ...file, unchangedSinceMs: isSame ? before.unchangedSinceMs : nowMs };
  }
}
