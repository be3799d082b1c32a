/** Bytes written as text: hex or base64, with blanks between. Knows no layout and no card. */
import { PayloadError } from "./payload-error.ts";

const BASE64 = /^[A-Za-z0-9+/]{2,}={0,2}$/;

export function withoutBlanks(text: string): string {
  return /\s/.test(text) ? text.replaceAll(/\s/g, "") : text;
}

/** Decoding stops at the first thing that is no pair of digits, and so comes out too short. */
export function bytesOfHex(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "hex");
  if (2 * bytes.length === text.length) return text === "" ? undefined : bytes;
  const digits = withoutBlanks(text);
  return digits.length === text.length ? undefined : bytesOfHex(digits);
}

export function bytesOfBase64(text: string): Buffer | undefined {
  const digits = withoutBlanks(text);
  if (!BASE64.test(digits) || digits.length % 4 === 1) return undefined;
  return Buffer.from(digits, "base64");
}

export function requireHex(text: string, layout: string): Buffer {
  const bytes = bytesOfHex(text);
  if (bytes !== undefined) return bytes;
  const digits = withoutBlanks(text);
  const at = digits.search(/[^0-9A-Fa-f]/);
  const found = at < 0 ? `${digits.length} digits` : `something else at character ${at}`;
  throw new PayloadError(
    "wrong_layout",
    `${layout}: pairs of hex digits were expected, found ${found}.`,
  );
}

export function hexOf(bytes: Uint8Array): string {
  return bufferOf(bytes).toString("hex").toUpperCase();
}

/** One character a byte, as terminals mean it. */
export function textOf(bytes: Uint8Array): string {
  return bufferOf(bytes).toString("latin1");
}

/** V8 copies parts that are shorter; of others it remembers where they are. */
const PART_MIN = 13;

/** A text by itself: a part of another keeps all of that in memory, and JSON is slow to write it. */
export function ownText(part: string): string {
  return part.length < PART_MIN ? part : Buffer.from(part, "latin1").toString("latin1");
}

/** The same memory. */
function bufferOf(bytes: Uint8Array): Buffer {
  if (bytes instanceof Buffer) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Without the zeros at the end. */
export function withoutFill(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return bytes.subarray(0, end);
}
