/** The folders of a bank connection, and writing into them so that a power cut loses nothing. */
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import type { DiskLimit } from "./disk-limit.ts";

export interface Folders {
  /** Drafts are written here. No other program uses this folder. */
  readonly preparing: string;
  /** The bank's transfer program takes finished files from here. */
  readonly outbox: string;
  /** The transfer program puts the bank's files here. */
  readonly inbox: string;
  /** Files that are too large to be read are moved here. */
  readonly tooLarge: string;
}

/** A connection's name becomes the name of a folder. */
const SAFE_NAME = /^[a-z0-9][a-z0-9_-]{0,49}$/;
const FOLDER_MODE = 0o750;
/** The transfer program usually runs in the same group. */
const FILE_MODE = 0o640;

export function connectionFolders(root: string, connection: string): Folders {
  if (!SAFE_NAME.test(connection))
    throw new Error(`"${connection}" cannot be used as the name of a folder.`);
  const own = path.join(root, connection);
  return {
    preparing: path.join(own, "preparing"),
    outbox: path.join(own, "outbox"),
    inbox: path.join(own, "inbox"),
    tooLarge: path.join(own, "set-aside"),
  };
}

/** Called once, when a bank is connected. Later a missing folder is an error: its disk may not be mounted. */
export async function makeFolders(folders: Folders): Promise<void> {
  for (const folder of Object.values(folders)) {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  }
}

/** Writes a new file to the disk. If this fails, a part of the file may be there. */
export async function writeNewFile(
  place: string,
  pieces: AsyncIterable<string>,
  inTime: DiskLimit,
): Promise<void> {
  const file = await inTime(() => open(place, "wx", FILE_MODE));
  try {
    for await (const piece of pieces) await inTime(() => file.writeFile(piece));
    await inTime(() => file.sync());
  } finally {
    await inTime(() => file.close());
  }
  await inTime(() => syncFolder(path.dirname(place)));
}

/** The name of a file is on the disk only after its folder was synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
