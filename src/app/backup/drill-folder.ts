/**
 * The scratch folder of a restore drill. It has a copy of the whole database, so nothing of it may stay:
 * a stopped drill removes it, and the next drill removes what a killed one left.
 */
import { chmod, lstat, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { CLUSTER } from "../../adapters/embedded-postgres/cluster-name.ts";
import { endScratchServer } from "../../adapters/embedded-postgres/end-scratch-server.ts";

const PREFIX = "sixdoors-drill-";
const NAME = /^sixdoors-drill-[A-Za-z0-9]{6}$/;
/** Written again and again while the drill runs. Process ids mean nothing in another container. */
const SIGN_OF_LIFE = "running";
const SIGN_EVERY_MS = 10_000;
const ABANDONED_AFTER_MS = 60_000;
const WRITABLE_BY_OTHERS = 0o022;

export interface DrillFolder {
  /** The data folder of the copy, which does not exist yet. */
  readonly dataDir: string;
  /** Ends the server of the copy and removes everything. */
  remove(): Promise<void>;
}

export async function makeDrillFolder(
  scratch: string,
  log: (line: string) => void,
): Promise<DrillFolder> {
  const folder = await mkdtemp(path.join(scratch, PREFIX));
  // PostgreSQL's account must pass through. The data folder inside is closed to others.
  await chmod(folder, 0o711);
  const sign = () => writeFile(path.join(folder, SIGN_OF_LIFE), "");
  await sign();
  const signs = setInterval(() => void sign().catch(() => {}), SIGN_EVERY_MS);
  signs.unref();
  await removeLeftovers(folder, log);
  const remove = async () => {
    clearInterval(signs);
    await removeDrill(folder);
  };
  return { dataDir: path.join(folder, "data"), remove };
}

/** All ages are those of the file system's clock. */
async function removeLeftovers(own: string, log: (line: string) => void): Promise<void> {
  const scratch = path.dirname(own);
  const now = await lastSign(own);
  for (const name of (await readdir(scratch)).filter((each) => NAME.test(each))) {
    const folder = path.join(scratch, name);
    // Others may write to the folder for temporary files, so anyone could have made this one.
    if (!(await isOwnFolder(folder))) continue;
    if (now - (await lastSign(folder)) < ABANDONED_AFTER_MS) continue;
    const isRemoved = await removeDrill(folder).then(
      () => true,
      () => false,
    );
    const done = isRemoved ? "was removed" : "cannot be removed: remove it yourself";
    log(`${folder}, a copy of the database that an earlier drill left, ${done}.`);
  }
}

async function lastSign(folder: string): Promise<number> {
  const found =
    (await lstat(path.join(folder, SIGN_OF_LIFE)).catch(() => undefined)) ??
    (await lstat(folder).catch(() => undefined));
  return found?.mtimeMs ?? Number.POSITIVE_INFINITY;
}

async function removeDrill(folder: string): Promise<void> {
  for (const cluster of await listClusters(folder)) await endScratchServer(cluster);
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** Only folders that really are in this place: a link could lead to the database of the gateway. */
async function listClusters(folder: string): Promise<readonly string[]> {
  const dataDir = path.join(folder, "data");
  if (!(await isOwnFolder(folder)) || !(await isOwnFolder(dataDir))) return [];
  const names = await readdir(dataDir).catch(() => []);
  // The restore fills the copy in a folder of its own, and renames it at the end.
  const inner = names.filter((name) => name !== CLUSTER).map((name) => path.join(dataDir, name));
  const clusters: string[] = [];
  for (const place of [dataDir, ...inner]) {
    const cluster = path.join(place, CLUSTER);
    // The cluster itself belongs to PostgreSQL's account, but only we can put it into our folder.
    if ((await isOwnFolder(place)) && (await isRealFolder(cluster))) clusters.push(cluster);
  }
  return clusters;
}

async function isOwnFolder(place: string): Promise<boolean> {
  const found = await lstat(place).catch(() => undefined);
  if (found?.isDirectory() !== true) return false;
  if (process.platform === "win32") return true;
  return found.uid === process.getuid?.() && (found.mode & WRITABLE_BY_OTHERS) === 0;
}

async function isRealFolder(place: string): Promise<boolean> {
  return (await lstat(place).catch(() => undefined))?.isDirectory() === true;
}
