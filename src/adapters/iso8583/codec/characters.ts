/** Writes characters as ASCII, EBCDIC or BCD bytes, and reads them back. */
import { decodeEbcdic, encodeEbcdic } from "./ebcdic.ts";
import type { TextEncoding, TextField } from "./message-spec.ts";

export type OddDigits = NonNullable<TextField["oddDigits"]>;

const ASCII = /^[\x20-\x7e]*$/;
const PACKED = /^[0-9A-F]*$/;

/** Undefined if the encoding cannot write the text. */
export function encodeCharacters(
  text: string,
  encoding: TextEncoding,
  oddDigits: OddDigits = "zero before",
): Uint8Array | undefined {
  if (encoding === "ebcdic") return encodeEbcdic(text);
  if (encoding === "ascii") return ASCII.test(text) ? Buffer.from(text, "latin1") : undefined;
  // On tracks the separator is the half byte D.
  const digits = text.replaceAll("=", "D");
  if (!PACKED.test(digits)) return undefined;
  if (digits.length % 2 === 0) return Buffer.from(digits, "hex");
  return Buffer.from(oddDigits === "F after" ? `${digits}F` : `0${digits}`, "hex");
}

/** `count` is the number of characters. Undefined if the bytes are no text of this encoding. */
export function decodeCharacters(
  bytes: Uint8Array,
  encoding: TextEncoding,
  { count, oddDigits = "zero before" }: { readonly count: number; readonly oddDigits?: OddDigits },
): string | undefined {
  if (encoding === "ebcdic") return decodeEbcdic(bytes);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (encoding === "bcd")
    return unpackDigits(buffer.toString("hex").toUpperCase(), count, oddDigits);
  const text = buffer.toString("latin1");
  return ASCII.test(text) ? text : undefined;
}

/** The filling half byte must have its value, so that damage is noticed. */
function unpackDigits(digits: string, count: number, oddDigits: OddDigits): string | undefined {
  if (digits.length === count) return digits;
  const isBefore = oddDigits === "zero before";
  const filling = isBefore ? digits[0] : digits.at(-1);
  if (filling !== (isBefore ? "0" : "F")) return undefined;
  return isBefore ? digits.slice(1) : digits.slice(0, -1);
}

/** How many bytes this many characters take. */
export function bytesFor(count: number, encoding: TextEncoding): number {
  return encoding === "bcd" ? Math.ceil(count / 2) : count;
}
