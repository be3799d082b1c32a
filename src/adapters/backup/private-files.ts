/** Writes files and folders that only this user can read, and makes sure that they are on the disk. */
import { createHash, type Hash } from "node:crypto";
import { type FileHandle, mkdir, open, rename, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StartError } from "../../ports/start-error.ts";

export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** One level at a time: the recursive mkdir of Node never ends in a file system without folders of ours. */
export async function makePrivateFolder(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  if (!(await isExistingFolder(parent)) && parent !== folder) await makePrivateFolder(parent);
  try {
    await mkdir(folder, { mode: FOLDER_MODE });
  } catch (error) {
    if (await isExistingFolder(folder)) return;
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT") throw error;
    throw new StartError(`No folder can be created in ${parent}. Choose a folder on a disk.`);
  }
  // Without its name on the disk, a folder is lost in a power cut, with all that is in it.
  await syncFolderNames(parent);
}

export async function isExistingFolder(place: string): Promise<boolean> {
  return stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Writes a file under a name that must be free. */
export async function writeWholeFilePrivately(
  target: string,
  content: Buffer,
): Promise<WrittenFile> {
  const output = await openNew(target);
  try {
    await output.writeFile(content);
    await output.sync();
  } finally {
    await output.close();
  }
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { bytes: content.length, sha256 };
}

/** The name must be free. */
export function openNew(target: string): Promise<FileHandle> {
  return open(target, "wx", FILE_MODE);
}

/**
 * Writes a stream under a name that must be free, and returns how many bytes were written. The first step
 * reads, and others may change the bytes. They are opened last, because nobody else handles their errors.
 */
export async function writePrivately(
  target: string,
  openSteps: () => readonly [Readable, ...Transform[]],
  digest?: Hash,
): Promise<number> {
  const output = await openNew(target);
  let bytes = 0;
  const write = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      digest?.update(chunk);
      bytes += chunk.length;
      await writeEveryByte(output, chunk);
    }
  };
  try {
    await pipeline([...openSteps(), write]);
    await output.sync();
  } finally {
    await output.close();
  }
  return bytes;
}

/** What can be written to, as a FileHandle. */
interface Output {
  write(bytes: Uint8Array): Promise<{ readonly bytesWritten: number }>;
}

/** One write may take only a part, for example on a disk that is almost full. The next one then fails. */
export async function writeEveryByte(output: Output, bytes: Uint8Array): Promise<void> {
  for (let rest = bytes; rest.length > 0; ) {
    const { bytesWritten } = await output.write(rest);
    if (bytesWritten <= 0) throw new Error(`${rest.length} bytes could not be written`);
    rest = rest.subarray(bytesWritten);
  }
}

/** Writes a small file as a whole, or not at all. */
export async function replacePrivately(target: string, text: string): Promise<void> {
  const draft = `${target}.part`;
  const output = await open(draft, "w", FILE_MODE);
  try {
    await output.writeFile(text);
    await output.sync();
  } finally {
    await output.close();
  }
  await renameDurably(draft, target);
}

export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolderNames(path.dirname(to));
}

/** The names in a folder are on the disk only after this. */
export async function syncFolderNames(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
