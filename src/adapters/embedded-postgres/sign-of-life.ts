/**
 * Shows that the maker of a temporary folder still works, by a file in it that is written again and again.
 * Process ids are not enough: in another container they belong to other programs.
 */
import { readlinkSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";

const SIGN = "running";
const SIGN_EVERY_MS = 10_000;
/** Without a sign for this long, the maker was killed. */
export const SIGN_MISSING_MS = 60_000;

/** Where process ids mean the same as here: this machine or container. */
const HERE = `${hostname()} ${processNamespace()}`;

function processNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

/** Returns a function that ends the signs. */
export async function startSigns(folder: string): Promise<() => void> {
  const sign = () => writeFile(path.join(folder, SIGN), HERE, { mode: 0o600 });
  await sign();
  const signs = setInterval(() => void sign().catch(() => {}), SIGN_EVERY_MS);
  signs.unref();
  return () => clearInterval(signs);
}

export interface Sign {
  /** By the clock of the file system. */
  readonly writtenMs: number;
  /** Whether the process id of the maker can be looked up here. */
  readonly isOfHere: boolean;
}

/** Undefined: this is no folder, or it was never signed. */
export async function readSign(folder: string): Promise<Sign | undefined> {
  const file = path.join(folder, SIGN);
  const [found, text] = await Promise.all([
    stat(file).catch(() => undefined),
    readFile(file, "utf8").catch(() => undefined),
  ]);
  if (found === undefined || text === undefined) return undefined;
  // A sign that is just being written is empty.
  return { writtenMs: found.mtimeMs, isOfHere: text === HERE };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
