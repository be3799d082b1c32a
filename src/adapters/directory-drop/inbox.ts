/** Finds and reads complete files in an inbox that another program fills. */
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";

export interface InboxLimits {
  /** Larger files are not read. */
  readonly bytesMax: number;
  /** The most files per listing. The others are listed next time. */
  readonly filesMax: number;
  /** A file that was modified more recently is skipped. */
  readonly quietMs: number;
}

export interface SeenFile {
  readonly name: string;
  readonly inode: number;
  readonly size: number;
  readonly modifiedMs: number;
}

/** Names that transfer programs give to files they are still writing. */
const UNFINISHED = /^\.|\.(tmp|temp|part|partial|filepart|crdownload|swp)$|~$/i;
const PIECE_BYTES = 1024 * 1024;

/** Oldest first. */
export async function listQuietFiles(
  folder: string,
  limits: InboxLimits,
  nowMs: number,
): Promise<readonly SeenFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const seen: SeenFile[] = [];
  for (const name of names.filter((name) => !UNFINISHED.test(name))) {
    const one = await findFile(folder, name);
    if (one !== undefined && nowMs - one.modifiedMs >= limits.quietMs) seen.push(one);
  }
  const byAge = (a: SeenFile, b: SeenFile) =>
    a.modifiedMs - b.modifiedMs || (a.name < b.name ? -1 : 1);
  return seen.sort(byAge).slice(0, limits.filesMax);
}

/** Returns undefined if the file is gone. */
export async function findFile(folder: string, name: string): Promise<SeenFile | undefined> {
  const found = await undefinedIfGone(stat(path.join(folder, name)));
  if (found === undefined) return undefined;
  return { name, inode: found.ino, size: found.size, modifiedMs: found.mtimeMs };
}

/** Several processes may read one inbox, so a listed file may be gone. */
export async function undefinedIfGone<T>(step: Promise<T>): Promise<T | undefined> {
  try {
    return await step;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

export function isSameFile(one: SeenFile, other: SeenFile): boolean {
  return (
    one.inode === other.inode && one.size === other.size && one.modifiedMs === other.modifiedMs
  );
}

export interface Contents {
  readonly digest: Uint8Array;
  /** Undefined: the file is too large. */
  readonly text: string | undefined;
}

/** Of a file that is too large only the digest is read. Returns undefined if the file is gone. */
export async function readContents(
  folder: string,
  { name }: SeenFile,
  bytesMax: number,
): Promise<Contents | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
  const file = await undefinedIfGone(open(path.join(folder, name), flags));
  if (file === undefined) return undefined;
  const digest = createHash("sha256");
  let pieces: Buffer[] | undefined = [];
  let bytes = 0;
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES);
      if (bytesRead === 0) break;
      const piece = buffer.subarray(0, bytesRead);
      digest.update(piece);
      bytes += bytesRead;
      if (bytes > bytesMax) pieces = undefined;
      pieces?.push(piece);
    }
  } finally {
    await file.close();
  }
  // Not UTF-8: each byte is one character of the fixed columns.
  return { digest: digest.digest(), text: pieces && Buffer.concat(pieces).toString("latin1") };
}
