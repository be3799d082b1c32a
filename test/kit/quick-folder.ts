/** Where tests keep the files of a PostgreSQL server. */
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";

const MEMORY_FOLDER = "/dev/shm";
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * A server has more than a thousand files. In memory, copying them takes a sixth of the CPU time,
 * and initdb half. Programs must not be put there: some machines forbid to run them from it.
 */
export async function findQuickFolder(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(MEMORY_FOLDER);
    return bavail * bsize >= ROOM_BYTES ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}
