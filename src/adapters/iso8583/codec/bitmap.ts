/** The bitmaps that say which fields a message has: one for fields 1 to 64, a second up to 128. */
import type { ByteReader } from "./byte-reader.ts";
import { IsoFormatError } from "./iso-format-error.ts";
import { FIELD_MAX, type MessageSpec } from "./message-spec.ts";

const HALF = FIELD_MAX / 2;
const BYTES = HALF / 8;
/** Bit 65 announces a third bitmap, which this codec does not have. */
const THIRD = 65;

export function writeBitmap(numbers: readonly number[], way: MessageSpec["bitmap"]): Uint8Array {
  const needsSecond = numbers.some((number) => number > HALF);
  const bytes = Buffer.alloc(needsSecond ? 2 * BYTES : BYTES);
  for (const number of needsSecond ? [1, ...numbers] : numbers) setBit(bytes, number);
  return way === "binary" ? bytes : Buffer.from(bytes.toString("hex").toUpperCase(), "latin1");
}

/** Returns the numbers of the fields in their order, without the bitmaps themselves. */
export function readBitmap(bytes: ByteReader, way: MessageSpec["bitmap"]): readonly number[] {
  const first = readHalf(bytes, way);
  const hasSecond = ((first[0] ?? 0) & 0x80) !== 0;
  const all = Buffer.concat(hasSecond ? [first, readHalf(bytes, way)] : [first]);
  const numbers = Array.from({ length: all.length * 8 }, (_, at) => at + 1).filter((number) =>
    hasBit(all, number),
  );
  if (numbers.includes(THIRD)) throw new IsoFormatError("The message has a third bitmap.");
  return numbers.filter((number) => number > 1);
}

function readHalf(bytes: ByteReader, way: MessageSpec["bitmap"]): Uint8Array {
  if (way === "binary") return bytes.read(BYTES);
  const hex = Buffer.from(bytes.read(2 * BYTES)).toString("latin1");
  if (!/^[\dA-Fa-f]+$/.test(hex)) throw new IsoFormatError("The bitmap is not hex digits.");
  return Buffer.from(hex, "hex");
}

function setBit(bytes: Uint8Array, number: number): void {
  const at = (number - 1) >> 3;
  bytes[at] = (bytes[at] ?? 0) | (0x80 >> ((number - 1) & 7));
}

function hasBit(bytes: Uint8Array, number: number): boolean {
  return ((bytes[(number - 1) >> 3] ?? 0) & (0x80 >> ((number - 1) & 7))) !== 0;
}
