/** Reads a file of a bank's server, up to a limit, or only its digest. */
import { createHash } from "node:crypto";
import type { Contents } from "../bank-drop/drop-storage.ts";
import { readContents } from "../bank-drop/read-contents.ts";
import { isPlainFile } from "./remote-attributes.ts";
import type { SftpConnection } from "./sftp-connection.ts";
import { undefinedIfMissing } from "./sftp-refusal.ts";

const PIECE_BYTES = 256 * 1024;
/** Larger than any file that we write: 900,000 entries and their batches. */
const OUR_BYTES_MAX = 256 * 1024 * 1024;

/** Returns undefined if the file is gone. */
export async function readRemoteFile(
  sftp: SftpConnection,
  place: string,
  bytesMax: number,
): Promise<Contents | undefined> {
  const found = await sftp.findFile(place);
  // A link may lead anywhere, so it is not followed.
  if (found === undefined) return undefined;
  if (!isPlainFile(found)) throw new Error(`${place} is not a file.`);
  const handle = await undefinedIfMissing(sftp.openToRead(place));
  if (handle === undefined) return undefined;
  try {
    return await readContents(readPieces(sftp, handle), { size: found.size, bytesMax });
  } finally {
    if (sftp.isOpen) await sftp.closeFile(handle);
  }
}

/** SHA-256 of a file of any size that we write. Returns undefined if the file is gone. */
export async function digestRemoteFile(
  sftp: SftpConnection,
  place: string,
): Promise<Uint8Array | undefined> {
  const handle = await undefinedIfMissing(sftp.openToRead(place));
  if (handle === undefined) return undefined;
  const digest = createHash("sha256");
  let byteCount = 0;
  try {
    for await (const piece of readPieces(sftp, handle)) {
      digest.update(piece);
      byteCount += piece.byteLength;
      if (byteCount > OUR_BYTES_MAX) break;
    }
  } finally {
    if (sftp.isOpen) await sftp.closeFile(handle);
  }
  return digest.digest();
}

async function* readPieces(sftp: SftpConnection, handle: Buffer): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const piece = await sftp.readAt(handle, position, PIECE_BYTES);
    if (piece.length === 0) return;
    position += piece.length;
    yield piece;
  }
}
