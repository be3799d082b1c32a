/** Writes a file under another name until it is complete and on disk. */
import { open, rename, rm, stat } from "node:fs/promises";
import type { Writable } from "node:stream";
import { StartError } from "../../ports/start-error.ts";

/** A file with the final name is always complete. */
export async function writeWholeFile<Result>(
  file: string,
  work: (out: Writable) => Promise<Result>,
): Promise<Result> {
  await requireRegularFile(file);
  const draft = `${file}.part`;
  try {
    // Opened here, because a stream that cannot open its file fails before it has a listener.
    const handle = await open(draft, "w", 0o600);
    const result = await work(handle.createWriteStream({ flush: true }));
    await rename(draft, file);
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    throw missingFolderError(error, file) ?? fileError(error, file);
  }
}

/** Renaming would replace a device or a pipe by a regular file. */
async function requireRegularFile(file: string): Promise<void> {
  const there = await stat(file).catch(() => undefined);
  if (there === undefined || there.isFile()) return;
  const what = there.isDirectory()
    ? "is a folder"
    : "is not a regular file. Use - for standard output";
  throw new StartError(`The file ${file} ${what}.`);
}

/** When a file is created, "not found" means its folder. */
function missingFolderError(error: unknown, file: string): StartError | undefined {
  if ((error as { code?: string }).code !== "ENOENT") return undefined;
  return new StartError(`The file ${file} cannot be created: its folder does not exist.`);
}

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EACCES: "cannot be accessed by this user",
  EISDIR: "is a folder",
  ENOSPC: "does not fit on the disk",
  EDQUOT: "does not fit on the disk",
};

/** Turns an error of the file system into a sentence. Other errors stay as they are. */
export function fileError(error: unknown, file: string): unknown {
  const { code = "", path } = error as { code?: string; path?: string };
  const why = FILE_ERRORS[code] ?? (path === undefined ? undefined : `cannot be used: ${code}`);
  return why === undefined ? error : new StartError(`The file ${file} ${why}.`);
}
