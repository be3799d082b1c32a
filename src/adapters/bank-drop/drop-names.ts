/** The names of files that are exchanged with banks. */
import { randomUUID } from "node:crypto";

/** The longest name is that of a draft: a connection, a time, a number and a UUID. */
const SAFE_FILE_NAME = /^[a-z0-9][\w.-]{0,149}$/;
/** Names that transfer programs give to files they are still writing. */
const UNFINISHED = /^\.|\.(tmp|temp|part|partial|filepart|crdownload|swp)$|~$/i;
/** What `uniqueInboxName` puts before a name. */
const OUR_PREFIX = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}-/;
/** How much of the name is kept when a file is renamed. */
const NAME_KEPT = 50;

export function checkFileName(name: string): void {
  if (!SAFE_FILE_NAME.test(name)) throw new Error("Invalid name of an ACH file.");
}

export function isFinishedName(name: string): boolean {
  return !UNFINISHED.test(name);
}

/**
 * A name that is not UTF-8 is decoded with replacement characters. The file cannot be opened by it, so
 * it must be reported.
 */
export function isDecodedName(name: string): boolean {
  return !name.includes("\u{FFFD}");
}

/** A name that no other process and no bank uses. */
export function uniqueInboxName(name: string): string {
  return `${randomUUID()}-${bankFileName(name).slice(-NAME_KEPT)}`;
}

/** The name that the bank gave a file, without what we put before it. */
export function bankFileName(name: string): string {
  return name.replace(OUR_PREFIX, "");
}
