/** The folders of a bank's server, and the names of files in them. */
import { posix } from "node:path";
import type { SftpServer } from "../../ports/sftp-server.ts";
import { StorageAway } from "../bank-drop/drop-storage.ts";
import { isFolder } from "./remote-attributes.ts";
import type { SftpSession } from "./sftp-sessions.ts";

/** Banks do not take files with this ending, because uploads of other programs have it too. */
const DRAFT_ENDING = ".part";
const FILE_NAME = /^[^/\0]{1,255}$/;

export function draftPlace({ folders }: SftpServer, draft: string): string {
  return remotePath(folders.drafts, draft + DRAFT_ENDING);
}

/** Returns undefined if a file is not a draft. */
export function draftName(fileName: string): string | undefined {
  return fileName.endsWith(DRAFT_ENDING) ? fileName.slice(0, -DRAFT_ENDING.length) : undefined;
}

/** The names come from the server, so none may lead to another folder. */
export function remotePath(folder: string, name: string): string {
  if (!FILE_NAME.test(name) || name === "." || name === "..") {
    throw new Error("The name of a file on the bank's server is invalid.");
  }
  return posix.join(folder, name);
}

/** Fails if a folder is missing. */
export async function checkRemoteFolders({ sftp, server }: SftpSession): Promise<void> {
  for (const [use, folder] of Object.entries(server.folders)) {
    const found = await sftp.findFolder(folder);
    if (found !== undefined && isFolder(found)) continue;
    throw new StorageAway(
      `The server has no folder ${folder}, which is set as the ${use} folder. Check it with the bank.`,
    );
  }
}
