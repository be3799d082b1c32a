/** Converts between bytes and text: hex or base64, with optional blanks. */
import { PayloadError } from "./payload-error.ts";

const BASE64 = /^[A-Za-z0-9+/]{2,}={0,2}$/;

export function removeBlanks(text: string): string {
  return /\s/.test(text) ? text.replaceAll(/\s/g, "") : text;
}

/** Returns undefined for anything else. Decoding stops at the first character that is not hex. */
export function decodeHex(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "hex");
  if (2 * bytes.length === text.length) return text === "" ? undefined : bytes;
  const digits = removeBlanks(text);
  return digits.length === text.length ? undefined : decodeHex(digits);
}

export function decodeBase64(text: string): Buffer | undefined {
  const digits = removeBlanks(text);
  if (!BASE64.test(digits) || digits.length % 4 === 1) return undefined;
  return Buffer.from(digits, "base64");
}

export function requireHex(text: string, layout: string): Buffer {
  const bytes = decodeHex(text);
  if (bytes !== undefined) return bytes;
  const digits = removeBlanks(text);
  const at = digits.search(/[^0-9A-Fa-f]/);
  const found = at < 0 ? `${digits.length} digits` : `another character at position ${at}`;
  throw new PayloadError(
    "wrong_layout",
    `${layout}: expected pairs of hex digits, found ${found}.`,
  );
}

export function toHex(bytes: Uint8Array): string {
  return asBuffer(bytes).toString("hex").toUpperCase();
}

/** One character per byte. */
export function toLatin1(bytes: Uint8Array): string {
  return asBuffer(bytes).toString("latin1");
}

/** V8 copies shorter parts of a string; a longer part refers to the whole string. */
const PART_MIN = 13;

/** Copies a part of a string, so that the whole is not kept in memory and JSON writes it fast. */
export function copyText(part: string): string {
  return part.length < PART_MIN ? part : Buffer.from(part, "latin1").toString("latin1");
}

/** Shares the memory. */
function asBuffer(bytes: Uint8Array): Buffer {
  if (bytes instanceof Buffer) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Removes the zeros at the end. */
export function trimZeros(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return bytes.subarray(0, end);
}
