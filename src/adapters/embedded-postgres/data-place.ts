/**
 * Chooses and creates the data folder. PostgreSQL's account must be able to enter every folder on
 * the path, but must not read the files of Sixdoors.
 */
import { createHash } from "node:crypto";
import { access, chmod, chown, mkdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { StartError } from "../../ports/start-error.ts";
import { CLUSTER } from "./cluster-name.ts";
import { firstInaccessible, isRoot, type ServerAccount, serverAccount } from "./server-account.ts";
import { completeSwap } from "./upgrade/swap-clusters.ts";

const SPARE_BASE = "/var/lib/sixdoors";

export interface DataPlaceOptions {
  readonly dataDir: string;
  readonly dataDirIsDefault: boolean;
  /** The parent of data folders for clones that PostgreSQL's account cannot enter. */
  readonly spareBase?: string;
}

export interface DataPlace {
  readonly dataDir: string;
  readonly account: ServerAccount | undefined;
}

export async function chooseDataPlace(options: DataPlaceOptions): Promise<DataPlace> {
  const here = await placeAt(options.dataDir);
  if (here.account === undefined) return here;
  const spare = spareFolder(options);
  await completeSwap(spare);
  const mayMove = options.dataDirIsDefault && !(await holdsCluster(here.dataDir));
  // Data that is already in the spare folder is used, even if the default folder is accessible now.
  if (mayMove && (await holdsCluster(spare))) return placeAt(spare);

  const closed = await firstInaccessible(here.account, path.dirname(here.dataDir));
  if (closed === undefined || !(await isFolder(closed))) return here;
  if (mayMove) return placeAt(spare);
  throw new StartError(
    `DATA_DIR ${here.dataDir} cannot be used by root: PostgreSQL runs as the user "${here.account.name}", which is not allowed to enter ${closed}. Allow it with chmod o+x, or choose another DATA_DIR.`,
  );
}

async function placeAt(dataDir: string): Promise<DataPlace> {
  await completeSwap(dataDir);
  return { dataDir, account: await serverAccount(path.join(dataDir, CLUSTER)) };
}

/** The same clone gets the same folder at every start and for every command. */
function spareFolder({ dataDir, spareBase = SPARE_BASE }: DataPlaceOptions): string {
  const clone = path.basename(path.dirname(dataDir));
  const digest = createHash("sha256").update(dataDir).digest("hex").slice(0, 8);
  return path.join(spareBase, `${clone}-${digest}`);
}

async function holdsCluster(dataDir: string): Promise<boolean> {
  return access(path.join(dataDir, CLUSTER)).then(
    () => true,
    () => false,
  );
}

async function isFolder(target: string): Promise<boolean> {
  return (await stat(target)).isDirectory();
}

export async function createDataFolder({ dataDir, account }: DataPlace): Promise<void> {
  const found = await stat(dataDir).catch(() => undefined);
  if (found?.isDirectory() === false) throw new StartError(`DATA_DIR ${dataDir} is not a folder.`);
  const outermostMade = await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // The folder may be in a user's project, where `git add` must not find its keys.
  if (outermostMade !== undefined) await writeFile(path.join(dataDir, ".gitignore"), "*\n");
  if (account === undefined) return;
  if (outermostMade !== undefined) await openParents(outermostMade, dataDir);
  if ((await firstInaccessible(account, dataDir)) !== undefined) await allowEntry(account, dataDir);
}

/** Makes the folders above DATA_DIR that were just created accessible, despite a strict umask. */
async function openParents(outermost: string, dataDir: string): Promise<void> {
  for (let each = path.dirname(dataDir); each.length >= outermost.length; ) {
    await chmod(each, 0o711);
    each = path.dirname(each);
  }
}

/** Lets the account enter root's folder, but not list it. */
async function allowEntry(account: ServerAccount, dataDir: string): Promise<void> {
  const { uid, gid, mode } = await stat(dataDir);
  if (!isRoot() || uid !== 0 || (gid !== 0 && gid !== account.gid)) {
    throw new StartError(
      `PostgreSQL runs as the user "${account.name}", which is not allowed to enter DATA_DIR ${dataDir}. Allow it with chmod o+x, or choose another DATA_DIR.`,
    );
  }
  await chown(dataDir, uid, account.gid);
  await chmod(dataDir, (mode & 0o7707) | 0o010);
}
