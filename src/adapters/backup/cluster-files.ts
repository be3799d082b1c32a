/**
 * The files of PostgreSQL's data folder that a base backup has. PostgreSQL's documentation (26.3.4) lists
 * what is left out: what belongs to the running server only, and what it makes anew.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { StartError } from "../../ports/start-error.ts";

/** Folders whose content is left out. */
const EMPTIED = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);
/** PostgreSQL does not start without these folders inside the emptied ones. */
const INNER_FOLDERS = ["pg_wal/archive_status"];
const LEFT_OUT = new Set([
  "postmaster.pid",
  "postmaster.opts",
  "backup_label",
  "backup_label.old",
  "tablespace_map",
  "tablespace_map.old",
  "backup_manifest",
  "recovery.signal",
  "standby.signal",
  "current_logfiles",
]);
const TEMPORARY = /^(pgsql_tmp|pg_internal\.init)/;
export const CONTROL_FILE = "global/pg_control";

export interface ClusterListing {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** Paths are relative, with slashes. */
export async function listClusterFiles(cluster: string): Promise<ClusterListing> {
  const [folders, files]: [string[], string[]] = [[...INNER_FOLDERS], []];
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readEntries(path.join(cluster, folder))) {
      const relative = path.posix.join(folder, entry.name);
      if (entry.isSymbolicLink()) throw tablespaceError(relative);
      if (isLeftOut(relative, entry.name)) continue;
      (entry.isDirectory() ? folders : files).push(relative);
      if (entry.isDirectory() && !EMPTIED.has(relative)) await visit(relative);
    }
  };
  await visit("");
  return { folders: folders.sort(), files: files.sort() };
}

function isLeftOut(relative: string, name: string): boolean {
  return LEFT_OUT.has(relative) || TEMPORARY.test(name);
}

/** A folder may be dropped, with its database, while it is listed. */
async function readEntries(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}

function tablespaceError(relative: string): StartError {
  return new StartError(
    `PostgreSQL's data folder has a link (${relative}), such as a tablespace, which \`sixdoors backup\` does not support. Use pg_basebackup.`,
  );
}

const READS_MAX = 50;

/** The server writes this file in place, so it is read until two reads agree. */
export async function readControlFile(cluster: string): Promise<Buffer> {
  const file = path.join(cluster, CONTROL_FILE);
  let before = await readFile(file);
  for (let reads = 0; reads < READS_MAX; reads++) {
    const now = await readFile(file);
    if (now.equals(before)) return now;
    before = now;
  }
  throw new Error(`${file} changes all the time`);
}
