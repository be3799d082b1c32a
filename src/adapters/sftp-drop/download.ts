/** Reads a file of a bank's server, up to a limit. */
import type { Contents } from "../bank-drop/drop-storage.ts";
import { readContents } from "../bank-drop/read-contents.ts";
import type { SftpConnection } from "./sftp-connection.ts";
import { undefinedIfMissing } from "./sftp-refusal.ts";

const PIECE_BYTES = 256 * 1024;

/** Returns undefined if the file is gone. */
export async function readRemoteFile(
  sftp: SftpConnection,
  place: string,
  bytesMax: number,
): Promise<Contents | undefined> {
  const found = await sftp.findFile(place);
  // A link may lead anywhere, so it is not followed.
  if (found === undefined) return undefined;
  if (!found.isFile()) throw new Error(`${place} is not a file.`);
  const handle = await undefinedIfMissing(sftp.openToRead(place));
  if (handle === undefined) return undefined;
  try {
    return await readContents(readPieces(sftp, handle), { size: found.size, bytesMax });
  } finally {
    if (sftp.isOpen) await sftp.closeFile(handle);
  }
}

async function* readPieces(sftp: SftpConnection, handle: Buffer): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const piece = await sftp.readAt(handle, position, PIECE_BYTES);
    if (piece.length === 0) return;
    position += piece.length;
    yield piece;
  }
}
