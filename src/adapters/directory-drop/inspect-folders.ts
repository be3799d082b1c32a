/** The state of a bank's folders, for `doctor`. Reads no file. */
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { BankFolders, WaitingFiles } from "../../ports/bank-folders.ts";
import { connectionFolders, type Folders } from "./folders.ts";
import { listQuietFiles, undefinedIfGone } from "./inbox.ts";

const EVERYONE = 0o007;
/** Enough to see that files wait. */
const FILES_MAX = 10_000;

export async function inspectBankFolders(
  root: string,
  connection: string,
  now: Temporal.Instant,
): Promise<BankFolders> {
  const folders = connectionFolders(root, connection);
  const modes = await readModes(folders);
  const there = (folder: string) => modes.get(folder) !== undefined;
  const list = (folder: string) => (there(folder) ? listFiles(folder, now) : NONE);
  return {
    root: path.join(root, connection),
    missing: [...modes].filter(([, mode]) => mode === undefined).map(([folder]) => folder),
    open: [...modes].filter(([, mode = 0]) => (mode & EVERYONE) !== 0).map(([folder]) => folder),
    inbox: await list(folders.inbox),
    outbox: await list(folders.outbox),
    tooLarge: there(folders.tooLarge) ? (await readdir(folders.tooLarge)).length : 0,
  };
}

const NONE: WaitingFiles = { count: 0, oldestMs: undefined };

async function readModes(folders: Folders): Promise<ReadonlyMap<string, number | undefined>> {
  const modes = new Map<string, number | undefined>();
  for (const folder of Object.values(folders)) {
    modes.set(folder, (await undefinedIfGone(stat(folder)))?.mode);
  }
  return modes;
}

async function listFiles(folder: string, now: Temporal.Instant): Promise<WaitingFiles> {
  const limits = { bytesMax: 0, filesMax: FILES_MAX, quietMs: 0 };
  const files = await listQuietFiles(folder, limits, now.epochMilliseconds);
  return { count: files.length, oldestMs: files[0]?.modifiedMs };
}
