/**
 * Puts an upgraded cluster in the place of the old one. The old one is only renamed, and a crash
 * between the two renames is completed by the next start.
 */
import { open, readFile, rename, stat } from "node:fs/promises";
import path from "node:path";
import { StartError } from "../../../ports/start-error.ts";
import { CLUSTER } from "../cluster-name.ts";
import { writeFolderToDisk } from "../staging.ts";

/** The cluster while it is filled. A crash leaves it behind, and the next upgrade removes it. */
export const UNFINISHED = "postgres.upgrading";
/** The complete cluster, until it has its final name. */
const COMPLETE = "postgres.upgraded";

/** Completes a swap that a crash interrupted: the old cluster is away, and the new one is complete. */
export async function completeSwap(dataDir: string): Promise<void> {
  const [cluster, complete] = [path.join(dataDir, CLUSTER), path.join(dataDir, COMPLETE)];
  if (!(await isThere(complete)) || (await isThere(cluster))) return;
  await rename(complete, cluster).catch(unlessOtherWasFirst);
  await writeFolderToDisk(dataDir);
}

/** What an interrupted upgrade left behind. The old cluster is in its place, so it may be newer. */
export function listLeftovers(dataDir: string): readonly string[] {
  return [UNFINISHED, COMPLETE].map((name) => path.join(dataDir, name));
}

/** Returns the new name of the old cluster. Both servers must be stopped. */
export async function swapClusters(dataDir: string, oldMajor: string): Promise<string> {
  const cluster = path.join(dataDir, CLUSTER);
  const kept = await freeName(path.join(dataDir, `${CLUSTER}-${oldMajor}.old`));
  await rename(path.join(dataDir, UNFINISHED), path.join(dataDir, COMPLETE));
  await writeFolderToDisk(dataDir);
  const before = await readControlFile(cluster);
  await rename(cluster, kept);
  if (!(await isUnchanged(kept, before))) {
    await rename(kept, cluster);
    throw new StartError(
      `Another program started PostgreSQL in ${cluster} during the upgrade. The old data is still in its place. Stop that program, and start again.`,
    );
  }
  await writeFolderToDisk(dataDir);
  await completeSwap(dataDir);
  return kept;
}

/** An older release does not know about the upgrade and may start its server at any moment. */
async function isUnchanged(cluster: string, before: Buffer): Promise<boolean> {
  if (await isThere(path.join(cluster, "postmaster.pid"))) return false;
  return before.equals(await readControlFile(cluster));
}

function readControlFile(cluster: string): Promise<Buffer> {
  return readFile(path.join(cluster, "global/pg_control"));
}

/** The state in pg_control follows the system's id (8 bytes) and two versions (4 bytes each). */
const STATE_OFFSET = 16;
const SHUT_DOWN = 1;

/** Whether the server wrote all its data before it ended. */
export async function isShutDown(cluster: string): Promise<boolean> {
  const file = await open(path.join(cluster, "global/pg_control"));
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, STATE_OFFSET);
    return buffer.readUInt32LE() === SHUT_DOWN || buffer.readUInt32BE() === SHUT_DOWN;
  } finally {
    await file.close();
  }
}

async function freeName(wanted: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!(await isThere(name))) return name;
  }
}

async function isThere(target: string): Promise<boolean> {
  return (await stat(target).catch(() => undefined)) !== undefined;
}

/** Another start may complete the same swap. */
function unlessOtherWasFirst(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
