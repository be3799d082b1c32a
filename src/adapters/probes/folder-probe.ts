/** Looks at files and folders of the installation: space, write access and modes. For `doctor`. */
import { randomUUID } from "node:crypto";
import { open, stat, statfs, unlink } from "node:fs/promises";
import path from "node:path";

export interface FolderSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** Files that can still be created, and 0 of 0 if the file system has no such limit. */
  readonly freeFiles: number;
  readonly totalFiles: number;
}

/** Throws if the folder is missing. */
export async function readFolderSpace(folder: string): Promise<FolderSpace> {
  const { bsize, bavail, blocks, ffree, files } = await statfs(folder);
  return {
    freeBytes: bsize * bavail,
    totalBytes: bsize * blocks,
    freeFiles: ffree,
    totalFiles: files,
  };
}

/** Writes a small file to the disk and removes it. Throws if any step fails. */
export async function tryWriting(folder: string): Promise<void> {
  const name = path.join(folder, `.sixdoors-doctor-${randomUUID()}.tmp`);
  const file = await open(name, "wx", 0o600);
  try {
    await file.writeFile("sixdoors doctor\n");
    await file.sync();
  } finally {
    await file.close();
    await unlink(name);
  }
}

export interface FileAccess {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Undefined: the file or folder is missing. */
export async function readFileAccess(file: string): Promise<FileAccess | undefined> {
  try {
    const { mode, uid, gid } = await stat(file);
    return { mode: mode & 0o777, uid, gid };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
