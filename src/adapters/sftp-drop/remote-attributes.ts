/** What servers say about files. Some of them leave parts out, which the types do not show. */
import type { FileEntryWithStats, Stats } from "ssh2";

type SentStats = Pick<Stats, "isFile" | "isDirectory"> & {
  readonly mode?: number | undefined;
  readonly mtime?: number | undefined;
};

/** Without a mode, only opening the file shows what it is. */
export function isPlainFile(stats: SentStats): boolean {
  return stats.mode === undefined || stats.isFile();
}

export function isFolder(stats: SentStats): boolean {
  return stats.mode === undefined || stats.isDirectory();
}

/** The long name begins like a line of `ls -l`: d for a folder, l for a link. */
export function isListedFile({ attrs, longname }: FileEntryWithStats): boolean {
  return isPlainFile(attrs) && !/^[dl]/.test(longname);
}

export function modifiedAtMs({ mtime = 0 }: SentStats): number {
  return mtime * 1_000;
}
