/** Renames a claimed draft to its final name, and finds out afterwards whether it was renamed. */
import type { DraftOfFile, HandOverResult } from "../../ports/ach-network.ts";
import { sameBytes } from "../../values/same-bytes.ts";
import { digestRemoteFile } from "./download.ts";
import { checkRemoteFolders, draftPlace, remotePath } from "./remote-folders.ts";
import type { SftpConnection } from "./sftp-connection.ts";
import { isSftpRefusal, SftpRefusal } from "./sftp-refusal.ts";
import type { SftpSession } from "./sftp-sessions.ts";

export async function publishRemoteDraft(
  session: SftpSession,
  { draft, name, digest }: DraftOfFile,
): Promise<HandOverResult> {
  const { sftp, server } = session;
  const [from, to] = [draftPlace(server, draft), remotePath(server.folders.outbox, name)];
  try {
    await sftp.rename(from, to);
    return "handed_over";
  } catch (error) {
    if (!(error instanceof SftpRefusal)) throw error;
    // A missing folder must not look like a draft that is gone.
    await checkRemoteFolders(session);
    const isDraftThere = (await sftp.findFile(from)) !== undefined;
    const isFileThere = await hasOurBytes(sftp, to, digest);
    if (isDraftThere && !isFileThere) throw error;
    // A server that renames in two steps may have been stopped between them.
    if (isDraftThere) await sftp.removeFile(from);
    return isFileThere ? "handed_over" : "draft_missing";
  }
}

/** Fails if the file has other bytes. A file that we may not read counts as ours: its name is. */
async function hasOurBytes(
  sftp: SftpConnection,
  place: string,
  digest: Uint8Array,
): Promise<boolean> {
  if ((await sftp.findFile(place)) === undefined) return false;
  try {
    const read = await digestRemoteFile(sftp, place);
    if (read === undefined) return false;
    if (sameBytes(read, digest)) return true;
  } catch (error) {
    if (isSftpRefusal(error, "denied")) return true;
    throw error;
  }
  throw new Error(`${place} exists on the bank's server, with other bytes than ours.`);
}
