/** The folder with snapshots, in the data folder: a file each, named as the snapshot. */
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { findDataDir } from "../../app/database/database-place.ts";
import type { Config } from "../../config.ts";
import { StartError } from "../../ports/start-error.ts";

export interface SavedSnapshot {
  readonly name: string;
  readonly file: string;
  readonly savedAt: Temporal.Instant;
  readonly bytes: number;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** The ending of files that are not complete. */
const DRAFT = ".part";

/** Creates the folder. Refuses a name that is taken. */
export async function newSnapshotFile(config: Config, name: string): Promise<{ file: string }> {
  const folder = await snapshotFolder(config);
  const file = snapshotFile(folder, name);
  if ((await readSnapshot(folder, name)) !== undefined) {
    throw new StartError(
      `SavedSnapshot ${name} already exists. Choose another name, or remove it with \`snapshot remove ${name}\`.`,
    );
  }
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  // Snapshots contain sealed keys, and the data folder may be in a project.
  if (made !== undefined) await writeFile(path.join(folder, ".gitignore"), "*\n");
  return { file };
}

export async function findSnapshot(config: Config, name: string): Promise<SavedSnapshot> {
  const folder = await snapshotFolder(config);
  snapshotFile(folder, name);
  const found = await readSnapshot(folder, name);
  if (found !== undefined) return found;
  throw new StartError(`SavedSnapshot ${name} not found. List all with \`snapshot list\`.`);
}

/** Oldest first. */
export async function listSnapshots(config: Config): Promise<readonly SavedSnapshot[]> {
  const folder = await snapshotFolder(config);
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.filter(isSnapshotName).map((name) => readSnapshot(folder, name)),
  );
  return found
    .filter((one) => one !== undefined)
    .toSorted((one, other) => Temporal.Instant.compare(one.savedAt, other.savedAt));
}

async function snapshotFolder(config: Config): Promise<string> {
  return path.join(await findDataDir(config), "snapshots");
}

function snapshotFile(folder: string, name: string): string {
  if (isSnapshotName(name)) return path.join(folder, name);
  throw new StartError(
    "The name of a snapshot must have 1 to 64 letters, digits, dots, dashes and underscores, begin with a letter or digit, and not end with .part.",
  );
}

function isSnapshotName(name: string): boolean {
  return NAME.test(name) && !name.endsWith(DRAFT);
}

async function readSnapshot(folder: string, name: string): Promise<SavedSnapshot | undefined> {
  const file = path.join(folder, name);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || !found.isFile()) return undefined;
  const savedAt = Temporal.Instant.fromEpochMilliseconds(Math.trunc(found.mtimeMs));
  return { name, file, savedAt, bytes: found.size };
}
