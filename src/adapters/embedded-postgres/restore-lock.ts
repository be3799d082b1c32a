/**
 * Keeps a restore and a first start apart, which would both make a database in one data folder. Each shows
 * itself first, by its temporary folder, and looks for the other one then, so at least one of two gives way.
 */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { StartError } from "../../ports/start-error.ts";
import { CLUSTER } from "./cluster-name.ts";
import { removeAbandoned } from "./staging.ts";

const RESTORE = "restore";

/** A restore works in a temporary folder of this name. */
export function restoreFolder(dataDir: string): string {
  return path.join(dataDir, RESTORE);
}

/** For starts that are about to create a database. */
export async function refuseRunningRestore(dataDir: string): Promise<void> {
  const [restore] = await listMakers(dataDir, [RESTORE]);
  if (restore === undefined) return;
  throw new StartError(
    `A restore is running in DATA_DIR ${dataDir} (${restore}). Start again when it has ended. If it was killed on another machine, wait a minute.`,
  );
}

/** For a restore, whose own temporary folder is `own`. */
export async function refuseOtherMakers(dataDir: string, own: string): Promise<void> {
  const makers = await listMakers(dataDir, [RESTORE, CLUSTER]);
  const other = makers.find((name) => name !== path.basename(own));
  if (other === undefined) return;
  throw new StartError(
    `Another restore or start is making a database in the data folder ${dataDir} (${other}). Nothing was restored. Stop it, and restore again.`,
  );
}

async function listMakers(dataDir: string, kinds: readonly string[]): Promise<readonly string[]> {
  await removeAbandoned(dataDir);
  const names = await readdir(dataDir);
  return names.filter((name) => kinds.some((kind) => name.startsWith(`${kind}.new-`)));
}
