/** Renames a claimed draft to its final name, and finds out afterwards whether it was renamed. */
import type { ClaimedFile, HandOverResult } from "../../ports/ach-network.ts";
import { sameBytes } from "../../values/same-bytes.ts";
import { digestRemoteFile } from "./download.ts";
import { checkRemoteFolders, draftPlace, remotePath } from "./remote-folders.ts";
import type { SftpConnection } from "./sftp-connection.ts";
import { isSftpRefusal, SftpRefusal } from "./sftp-refusal.ts";
import type { SftpSession } from "./sftp-sessions.ts";

interface Places {
  readonly from: string;
  readonly to: string;
}

/**
 * Looks before it renames: only what is seen before a rename was begun can prove that the file was not
 * sent. The bank may take a file in the moment in which it appears.
 */
export async function publishRemoteDraft(
  session: SftpSession,
  file: ClaimedFile,
): Promise<HandOverResult> {
  const { server } = session;
  const from = draftPlace(server, file.draft);
  const to = remotePath(server.folders.outbox, file.name);
  const known = await findEarlierResult(session, { from, to }, file);
  if (known !== undefined) return known;
  const renames = await file.countRename();
  try {
    return await renameDraft(session.sftp, { from, to }, renames);
  } catch (error) {
    if (!(error instanceof SftpRefusal)) throw error;
    const result = await findEarlierResult(session, { from, to }, file);
    if (result === undefined) throw error;
    return result;
  }
}

/** Returns undefined if the draft is there and the file is not. */
async function findEarlierResult(
  session: SftpSession,
  { from, to }: Places,
  { digest }: ClaimedFile,
): Promise<HandOverResult | undefined> {
  const { sftp } = session;
  // A missing folder must not look like a draft that is gone.
  await checkRemoteFolders(session);
  const isDraftThere = (await sftp.findFile(from)) !== undefined;
  const isFileThere = await hasOurBytes(sftp, to, digest);
  if (isDraftThere && !isFileThere) return undefined;
  // A server that renames in two steps may have been stopped between them.
  if (isDraftThere) await sftp.removeFile(from);
  return isFileThere ? "handed_over" : "both_missing";
}

/**
 * A rename in one step can be repeated: it moves the draft once. A server that renames in two steps may
 * have shown the file to the bank and kept the draft, so there the draft is renamed once.
 */
async function renameDraft(
  sftp: SftpConnection,
  { from, to }: Places,
  renames: number | null,
): Promise<HandOverResult> {
  if (await sftp.renameInOneStep(from, to)) return "handed_over";
  if (renames !== 1) return "perhaps_renamed";
  await sftp.renamePlainly(from, to);
  return "handed_over";
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
