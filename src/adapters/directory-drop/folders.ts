/** The folders of a bank connection, and writing into them so that a power cut loses nothing. */
import { mkdir, open } from "node:fs/promises";
import path from "node:path";

export interface Folders {
  /** Where files are written; nobody else looks here. */
  readonly preparing: string;
  /** Where the bank's transfer program takes them from. */
  readonly outbox: string;
  /** Where it puts the bank's own. */
  readonly inbox: string;
  /** Where files go that we do not read. */
  readonly setAside: string;
}

/** It becomes the name of a folder. */
const SAFE_NAME = /^[a-z0-9][a-z0-9_-]{0,49}$/;
/** The longest is a draft: a connection, a time, a number and a UUID. */
const SAFE_FILE_NAME = /^[a-z0-9][\w.-]{0,149}$/;
const FOLDER_MODE = 0o750;
/** The transfer program is mostly of the same group. */
const FILE_MODE = 0o640;

export function connectionFolders(root: string, connection: string): Folders {
  if (!SAFE_NAME.test(connection)) throw new Error(`${connection} cannot be the name of a folder`);
  const own = path.join(root, connection);
  return {
    preparing: path.join(own, "preparing"),
    outbox: path.join(own, "outbox"),
    inbox: path.join(own, "inbox"),
    setAside: path.join(own, "set-aside"),
  };
}

/** Once, when a bank is connected: later a missing folder is an error, such as a disk not mounted. */
export async function makeFolders(folders: Folders): Promise<void> {
  for (const folder of Object.values(folders)) {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  }
}

export function checkFileName(name: string): void {
  if (!SAFE_FILE_NAME.test(name)) throw new Error("this cannot be the name of an ACH file");
}

/** A new file, on the disk when this returns. It may be there in part when this fails. */
export async function writeNewFile(
  folder: string,
  name: string,
  pieces: AsyncIterable<string>,
): Promise<void> {
  const file = await open(path.join(folder, name), "wx", FILE_MODE);
  try {
    await file.writeFile(pieces);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(folder);
}

/** A name is on the disk when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
