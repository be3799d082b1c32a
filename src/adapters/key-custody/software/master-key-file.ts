/**
 * The file of master keys: 64 hex digits per line, not readable by other users. It has one line, or
 * two during a rotation. Changes are atomic, also in a crash.
 */
import { randomBytes } from "node:crypto";
import { chown, link, mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { StartError } from "../../../ports/start-error.ts";
import { type FileRights, isOpenToOthers } from "../../../values/files/secret-file-access.ts";
import { Secret } from "../../../values/secret.ts";

const OWNER_ONLY = 0o600;
const KEY = /^[0-9a-f]{64}$/i;
/** A key file is small. A longer file is not a key file. */
const FILE_BYTES_MAX = 1_024;

export interface KeyFileRules {
  readonly mustBePrivate: boolean;
}

export async function readKeyFile(
  file: string,
  { mustBePrivate }: KeyFileRules,
): Promise<readonly Secret[]> {
  const { text, rights } = await readWithRights(file);
  if (mustBePrivate && isOpenToOthers(rights)) {
    throw new StartError(`Other users can read the master key file ${file}. Set its mode to 0600.`);
  }
  return parseKeys(text, file);
}

/** Creates the file with a new key if there is none. If several processes do this, one wins. */
export async function ensureKeyFile(file: string): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await placeNew(file, randomKey());
  } catch (error) {
    throw new StartError(`The master key file ${file} cannot be created (${errorCode(error)}).`);
  }
}

/** The file keeps its owner, even if root runs the command and another user the processes. */
export async function replaceKeyFile(file: string, keys: readonly Secret[]): Promise<void> {
  const { uid, gid } = await stat(file);
  const draft = await writeDraft(file, keys);
  try {
    await chown(draft, uid, gid);
    await rename(draft, file);
  } catch (error) {
    await rm(draft);
    throw error;
  }
  await syncFolder(file);
}

/** Writes an old key to a separate file with the owner of `like`. An existing file stays. */
export async function writeOldKeyFile(
  file: string,
  { key, like }: { readonly key: Secret; readonly like: string },
): Promise<void> {
  const { uid, gid } = await stat(like);
  await placeNew(file, key);
  await chown(file, uid, gid);
}

export function randomKey(): Secret {
  const bytes = randomBytes(32);
  const key = new Secret(bytes.toString("hex"));
  bytes.fill(0);
  return key;
}

async function placeNew(file: string, key: Secret): Promise<void> {
  if (await exists(file)) return;
  const draft = await writeDraft(file, [key]);
  try {
    // Unlike rename, link never replaces a file that another process has just placed.
    await link(draft, file);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    await rm(draft);
  }
  await syncFolder(file);
}

/** The draft is complete and on disk before it is renamed. */
async function writeDraft(file: string, keys: readonly Secret[]): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString("hex")}.draft`;
  const handle = await open(draft, "wx", OWNER_ONLY);
  try {
    await handle.writeFile(keys.map((key) => `${key.reveal()}\n`).join(""));
    await handle.sync();
  } finally {
    await handle.close();
  }
  return draft;
}

async function syncFolder(file: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path.dirname(file), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await (await open(file, "r")).close();
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

async function readWithRights(file: string): Promise<{ text: string; rights: FileRights }> {
  try {
    const handle = await open(file, "r");
    try {
      const rights = await handle.stat();
      const isTooLong = rights.size > FILE_BYTES_MAX;
      return { text: isTooLong ? "" : await handle.readFile("utf8"), rights };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new StartError(`The master key file ${file} cannot be read (${errorCode(error)}).`);
  }
}

function parseKeys(text: string, file: string): readonly Secret[] {
  const lines = text.split("\n").map((line) => line.trim());
  const keys = lines.filter((line) => line !== "");
  if (keys.length === 0 || !keys.every((line) => KEY.test(line))) {
    throw new StartError(
      `The file ${file} contains no valid master key. Expected 64 hex digits on a line.`,
    );
  }
  return keys.map((line) => new Secret(line.toLowerCase()));
}

function errorCode(error: unknown): string {
  return (error as { code?: string } | null)?.code ?? "unknown error";
}
