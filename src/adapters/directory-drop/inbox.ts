/** Finds and reads complete files in an inbox that another program fills. */
import { constants } from "node:fs";
import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { isDecodedName, isFinishedName } from "../bank-drop/drop-names.ts";
import {
  byAge,
  type Contents,
  type FoundFile,
  type InboxLimits,
} from "../bank-drop/drop-storage.ts";
import { readContents } from "../bank-drop/read-contents.ts";

const PIECE_BYTES = 1024 * 1024;

/** Oldest first. */
export async function listQuietFiles(
  folder: string,
  limits: InboxLimits,
  nowMs: number,
): Promise<readonly FoundFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const found: FoundFile[] = [];
  for (const name of names.filter(isFinishedName)) {
    const one = isDecodedName(name) ? await findFile(folder, name) : namedWrongly(name);
    if (one !== undefined && nowMs - one.modifiedMs >= limits.quietMs) found.push(one);
  }
  return found.sort(byAge).slice(0, limits.filesMax);
}

/** Nothing else can be found out about it. */
function namedWrongly(name: string): FoundFile {
  return { name, size: undefined, modifiedMs: 0, unchangedSinceMs: 0 };
}

/** Returns undefined if the file is gone. */
export async function findFile(folder: string, name: string): Promise<FoundFile | undefined> {
  const found = await undefinedIfGone(stat(path.join(folder, name)));
  if (found === undefined) return undefined;
  const { ino: inode, size, mtimeMs } = found;
  return { name, inode, size, modifiedMs: mtimeMs, unchangedSinceMs: mtimeMs };
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

/** Returns undefined if the file is gone. */
export async function readInboxFile(
  folder: string,
  name: string,
  bytesMax: number,
): Promise<Contents | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
  const file = await undefinedIfGone(open(path.join(folder, name), flags));
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    return await readContents(readPieces(file), { size, bytesMax });
  } finally {
    await file.close();
  }
}

async function* readPieces(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}
