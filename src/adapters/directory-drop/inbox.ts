/** Looks into an inbox that another program fills: which files are there, whole and quiet. */
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";

export interface InboxLimits {
  /** Bigger files are not read. */
  readonly bytesMax: number;
  /** So many files at one look; the others wait for the next. */
  readonly filesMax: number;
  /** A file that was written to more recently is left alone. */
  readonly quietMs: number;
}

export interface SeenFile {
  readonly name: string;
  readonly inode: number;
  readonly size: number;
  readonly modifiedMs: number;
}

/** Names that transfer programs give to what they are still writing. */
const UNFINISHED = /^\.|\.(tmp|temp|part|partial|filepart|crdownload|swp)$|~$/i;
const PIECE_BYTES = 1024 * 1024;

/** The oldest first. */
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

/** Undefined: it has gone meanwhile. */
export async function findFile(folder: string, name: string): Promise<SeenFile | undefined> {
  const found = await undefinedIfGone(stat(path.join(folder, name)));
  if (found === undefined) return undefined;
  return { name, inode: found.ino, size: found.size, modifiedMs: found.mtimeMs };
}

/** Several processes look into one inbox: what one saw, another may have put away. */
export async function undefinedIfGone<T>(act: Promise<T>): Promise<T | undefined> {
  try {
    return await act;
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
  /** Undefined: there is too much of it. */
  readonly text: string | undefined;
}

/** Never more in memory than is read; of the others only the digest is taken. Undefined: gone. */
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
  // Not UTF-8: whatever stands there, each byte is one character of the fixed columns.
  return { digest: digest.digest(), text: pieces && Buffer.concat(pieces).toString("latin1") };
}
