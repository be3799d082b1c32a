/**
 * Writes a draft on a bank's server. After a cut it continues where the server has confirmed the bytes.
 * What an earlier connection still writes are the same bytes at the same places, so it does no harm.
 */
import { createHash } from "node:crypto";
import { sameBytes } from "../../values/same-bytes.ts";
import { StorageAway } from "../bank-drop/drop-storage.ts";
import { digestRemoteFile } from "./download.ts";
import type { SftpConnection } from "./sftp-connection.ts";
import { isSftpRefusal } from "./sftp-refusal.ts";

export interface Upload {
  /** The path of the draft. */
  readonly place: string;
  /** The same pieces every time it is called. */
  readonly pieces: () => AsyncIterable<string>;
}

/** How far an upload is. Kept over cuts. */
export interface UploadState {
  /** True: an earlier connection may have created the file. */
  isBegun: boolean;
  /** Bytes that the server has confirmed. */
  confirmed: number;
  /** How often the file was continued. */
  resumed: number;
}

/** Servers accept at least 32 KB at once; the library divides larger pieces. */
const PIECE_BYTES = 256 * 1024;

export function newUploadState(): UploadState {
  return { isBegun: false, confirmed: 0, resumed: 0 };
}

/** Writes the rest of the draft over one connection. Fails if another attempt created the draft. */
export async function uploadDraft(
  sftp: SftpConnection,
  { place, pieces }: Upload,
  state: UploadState,
): Promise<void> {
  const handle = await openDraft(sftp, place, state);
  const digest = createHash("sha256");
  let size = 0;
  try {
    for await (const bytes of inEqualPieces(pieces())) {
      digest.update(bytes);
      await writePiece(sftp, handle, { bytes, position: size, state });
      size += bytes.length;
    }
    await sftp.syncFile(handle);
  } finally {
    if (sftp.isOpen) await sftp.closeFile(handle);
  }
  await checkSize(sftp, place, size);
  if (state.resumed > 0) await checkDigest(sftp, place, digest.digest());
}

interface Piece {
  readonly bytes: Buffer;
  readonly position: number;
  readonly state: UploadState;
}

async function writePiece(
  sftp: SftpConnection,
  handle: Buffer,
  { bytes, position, state }: Piece,
): Promise<void> {
  const end = position + bytes.length;
  if (end <= state.confirmed) return;
  await sftp.writeAt(handle, bytes, position);
  state.confirmed = end;
}

async function openDraft(sftp: SftpConnection, place: string, state: UploadState): Promise<Buffer> {
  const known = state.isBegun ? await sftp.findFile(place) : undefined;
  if (known !== undefined) {
    state.resumed++;
    // The server has lost confirmed bytes, such as by a power failure.
    if (known.size < state.confirmed) state.confirmed = 0;
    return sftp.continueFile(place);
  }
  Object.assign(state, { isBegun: true, confirmed: 0, resumed: 0 });
  try {
    return await sftp.createFile(place);
  } catch (error) {
    // Servers do not say that a file exists; they just refuse.
    if (!(error instanceof StorageAway) && (await sftp.findFile(place)) !== undefined) {
      throw new Error(`EEXIST: the draft ${place} exists already.`, { cause: error });
    }
    throw error;
  }
}

async function checkSize(sftp: SftpConnection, place: string, size: number): Promise<void> {
  const found = await sftp.findFile(place);
  if (found?.size === size) return;
  throw new Error(`The draft ${place} has ${found?.size ?? "no"} bytes instead of ${size}.`);
}

/** A server that restarted meanwhile may have kept the size of a file and lost its bytes. */
async function checkDigest(sftp: SftpConnection, place: string, digest: Uint8Array): Promise<void> {
  const read = await digestRemoteFile(sftp, place).catch((error: unknown) => {
    if (!isSftpRefusal(error, "denied")) throw error;
    throw new Error(
      `The draft ${place} was continued after a cut and may not be read back to check it. It is written again.`,
      { cause: error },
    );
  });
  if (read !== undefined && sameBytes(read, digest)) return;
  throw new Error(`The draft ${place} has other bytes than were sent. It is written again.`);
}

/** So that a piece has the same place in the file every time. */
async function* inEqualPieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const text of texts) {
    rest = Buffer.concat([rest, Buffer.from(text)]);
    for (; rest.length >= PIECE_BYTES; rest = rest.subarray(PIECE_BYTES)) {
      yield rest.subarray(0, PIECE_BYTES);
    }
  }
  if (rest.length > 0) yield rest;
}
