/** Checks that the disk has room for a second copy of the data before an upgrade begins. */
import { readdir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { StartError } from "../../../ports/start-error.ts";

/** Programs, catalogs, and the log that PostgreSQL writes during the copy. */
const ADDITIONAL_BYTES = 512_000_000;

/** The copy has no dead rows, so it is not larger than the original; a quarter is for safety. */
export function neededBytes(clusterBytes: number): number {
  return Math.ceil(clusterBytes * 1.25) + ADDITIONAL_BYTES;
}

export async function requireDiskSpace(dataDir: string, cluster: string): Promise<void> {
  const needed = neededBytes(await measureFolder(cluster));
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new StartError(
    `The upgrade of PostgreSQL needs ${inMegabytes(needed)} of free disk space in ${dataDir}, and ${inMegabytes(free)} are free. Nothing was changed. Free some space, and start again.`,
  );
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}

/** The write-ahead log is left out, because it is not copied. */
export async function measureFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.relative(folder, file).startsWith("pg_wal")) continue;
    // A server may remove files of its own while it runs.
    bytes += (await stat(file).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}
