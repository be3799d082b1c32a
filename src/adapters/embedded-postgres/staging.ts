/**
 * Creates files and folders completely or not at all: under a temporary name first, then renamed.
 * The next start removes what a killed start left behind.
 */
import { randomBytes } from "node:crypto";
import { link, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { isAlive, readSign, SIGN_MISSING_MS, type Sign, startSigns } from "./sign-of-life.ts";

const PASSING_NAME = /\.new-(\d+)-[0-9a-f]{8}$/;
const ABANDONED_AFTER_MS = 10 * 60_000;

/** Temporary names that this process uses now. */
const atWork = new Set<string>();

function temporaryName(target: string): string {
  const name = `${target}.new-${process.pid}-${randomBytes(4).toString("hex")}`;
  atWork.add(name);
  return name;
}

async function discard(staging: string): Promise<void> {
  await rm(staging, { recursive: true, force: true, maxRetries: 3 });
  atWork.delete(staging);
}

/**
 * Fills a folder and renames it. Does nothing if the folder exists, or if another process was
 * first.
 */
export async function createFolderWhole(
  target: string,
  fill: (staging: string) => Promise<void>,
): Promise<void> {
  if (await exists(target)) return;
  const staging = temporaryName(target);
  try {
    await mkdir(staging, { mode: 0o700 });
    await fill(staging);
    await rename(staging, target).catch(unlessTaken);
    await writeFolderToDisk(path.dirname(target));
  } finally {
    await discard(staging);
  }
}

/** Creates a file that exists while the work runs. */
export async function withTemporaryFile<Result>(
  target: string,
  text: string,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  const file = await writeStaging(target, text);
  try {
    return await work(file);
  } finally {
    await discard(file);
  }
}

/**
 * Creates a folder that exists while the work runs, with signs of life, and makes sure that its renames
 * are on the disk.
 */
export async function withTemporaryFolder(
  target: string,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = temporaryName(target);
  let endSigns = () => {};
  try {
    await mkdir(folder, { mode: 0o700 });
    endSigns = await startSigns(folder);
    await work(folder);
    await writeFolderToDisk(path.dirname(target));
  } finally {
    endSigns();
    await discard(folder);
  }
}

/** Replaces a file. Readers see either the old or the new text. */
export async function replaceFile(target: string, text: string): Promise<void> {
  const staging = await writeStaging(target, text);
  await rename(staging, target);
  atWork.delete(staging);
}

/** Creates a file unless it exists. If several processes try, the first one wins. */
export async function createFile(target: string, text: string): Promise<void> {
  const staging = await writeStaging(target, text);
  await link(staging, target).catch(unlessTaken);
  await discard(staging);
  await writeFolderToDisk(path.dirname(target));
}

async function writeStaging(target: string, text: string): Promise<string> {
  const staging = temporaryName(target);
  const file = await open(staging, "wx", 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
  return staging;
}

/** Removes temporary files of starts that have ended, but not those of a running start. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const maker = PASSING_NAME.exec(name)?.[1];
    const leftover = path.join(folder, name);
    if (maker === undefined || atWork.has(leftover)) continue;
    if (await mayBeAtWork(leftover, Number(maker))) continue;
    // An orphaned initdb may still be writing. Then the next start tries again.
    await rm(leftover, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

async function mayBeAtWork(leftover: string, maker: number): Promise<boolean> {
  const isRunning = maker !== process.pid && isAlive(maker);
  const sign = await readSign(leftover);
  if (sign !== undefined) return (isRunning || !sign.isOfHere) && (await isFresh(leftover, sign));
  // The creator's process id may belong to another program.
  return isRunning && !(await isAbandoned(leftover));
}

async function isFresh(leftover: string, { writtenMs }: Sign): Promise<boolean> {
  return (await readTime(leftover)) - writtenMs < SIGN_MISSING_MS;
}

async function isAbandoned(leftover: string): Promise<boolean> {
  const [now, old] = await Promise.all([readTime(leftover), stat(leftover).catch(() => undefined)]);
  return old !== undefined && now - old.mtimeMs > ABANDONED_AFTER_MS;
}

/** The time of the file system's clock, by which all ages are measured. */
async function readTime(beside: string): Promise<number> {
  const probe = await writeStaging(beside, "");
  const { mtimeMs } = await stat(probe);
  await discard(probe);
  return mtimeMs;
}

async function exists(target: string): Promise<boolean> {
  return (await stat(target).catch(() => undefined)) !== undefined;
}

function unlessTaken(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST" && error.code !== "ENOTEMPTY") throw error;
}

export async function writeFolderToDisk(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync();
  await handle.close();
}
