/** generic: ciphertext and nothing else, as hex or base64. KSN and serial come with the request. */
import { bytesOfBase64, bytesOfHex } from "../encoded-bytes.ts";
import { readAnything } from "../found.ts";
import { type Laid, wrongLayout } from "./layout.ts";

const LAYOUT = "generic";
const BLOCK_BYTES = 8;

export function layGeneric(text: string): Laid {
  const data = ciphertextOf(text);
  const block = { kind: "cipher", name: "the ciphertext", data, read: readAnything } as const;
  const part = {
    name: "ciphertext",
    offset: 0,
    length: data.length,
    unit: "bytes",
    depth: 0,
  } as const;
  return { layout: LAYOUT, versions: [{ blocks: [block], doubts: [] }], parts: [part] };
}

/** Hex digits are base64 as well: what makes whole blocks as hex is hex. */
function ciphertextOf(text: string): Buffer {
  const hex = bytesOfHex(text);
  if (hex !== undefined && isWhole(hex)) return hex;
  const base64 = bytesOfBase64(text);
  if (base64 !== undefined && isWhole(base64)) return base64;
  const found = hex ?? base64;
  if (found === undefined) throw wrongLayout(LAYOUT, "neither hex nor base64 was found");
  throw wrongLayout(LAYOUT, `${found.length} bytes are not whole blocks of ${BLOCK_BYTES}`);
}

function isWhole({ length }: Buffer): boolean {
  return length > 0 && length % BLOCK_BYTES === 0;
}
