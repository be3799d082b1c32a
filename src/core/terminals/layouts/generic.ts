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
  const candidates = [bytesOfHex(text), bytesOfBase64(text)].filter((bytes) => bytes !== undefined);
  const [first] = candidates;
  if (first === undefined) throw wrongLayout(LAYOUT, "neither hex nor base64 was found");
  const whole = candidates.find(({ length }) => length > 0 && length % BLOCK_BYTES === 0);
  if (whole !== undefined) return whole;
  throw wrongLayout(LAYOUT, `${first.length} bytes are not whole blocks of ${BLOCK_BYTES}`);
}
