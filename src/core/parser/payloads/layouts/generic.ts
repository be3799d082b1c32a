/** generic: only ciphertext, as hex or base64. The request has the KSN and the serial number. */

import { readAnything } from "../card-data.ts";
import { decodeBase64, decodeHex } from "../encoded-bytes.ts";
import { type ParsedLayout, wrongLayout } from "./layout.ts";

const LAYOUT = "generic";
const BLOCK_BYTES = 8;

export function parseGeneric(text: string): ParsedLayout {
  const data = decodeCiphertext(text);
  const block = { kind: "cipher", name: "the ciphertext", data, read: readAnything } as const;
  const part = {
    name: "ciphertext",
    offset: 0,
    length: data.length,
    unit: "bytes",
    depth: 0,
  } as const;
  return { layout: LAYOUT, versions: [{ blocks: [block], checks: [] }], parts: [part] };
}

/** Hex digits are valid base64 too. A text that gives whole blocks as hex is hex. */
function decodeCiphertext(text: string): Buffer {
  const hex = decodeHex(text);
  if (hex !== undefined && isWhole(hex)) return hex;
  const base64 = decodeBase64(text);
  if (base64 !== undefined && isWhole(base64)) return base64;
  const found = hex ?? base64;
  if (found === undefined)
    throw wrongLayout(LAYOUT, "expected hex or base64, found other characters");
  throw wrongLayout(LAYOUT, `the data has ${found.length} bytes, not a multiple of ${BLOCK_BYTES}`);
}

function isWhole({ length }: Buffer): boolean {
  return length > 0 && length % BLOCK_BYTES === 0;
}
