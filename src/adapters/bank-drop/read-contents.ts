/** Reads the bytes of a bank's file up to a limit, with their digest. */
import { createHash } from "node:crypto";
import type { Contents } from "./drop-storage.ts";

/**
 * A file that is too large is identified by its first bytes and its size, so that an endless file
 * does not keep the others waiting.
 */
export async function readContents(
  pieces: AsyncIterable<Uint8Array>,
  { size, bytesMax }: { readonly size: number; readonly bytesMax: number },
): Promise<Contents> {
  const digest = createHash("sha256");
  const read: Uint8Array[] = [];
  let byteCount = 0;
  for await (const piece of pieces) {
    // Exactly the first bytes, whatever the sizes of the pieces are.
    const kept = piece.subarray(0, bytesMax - byteCount);
    digest.update(kept);
    read.push(kept);
    byteCount += piece.byteLength;
    if (byteCount > bytesMax) break;
  }
  if (byteCount > bytesMax) {
    digest.update(`, and more: ${size} bytes`);
    return { digest: digest.digest(), byteCount: size, text: undefined };
  }
  // Not UTF-8: each byte is one character of the fixed columns.
  const text = Buffer.concat(read).toString("latin1");
  return { digest: digest.digest(), byteCount, text };
}
