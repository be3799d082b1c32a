/** The bitmaps that say which fields a message has: one for fields 1 to 64, a second up to 128. */
import type { ByteReader } from "./byte-reader.ts";
import { IsoFormatError } from "./iso-format-error.ts";
import { FIELD_MAX, type MessageSpec } from "./message-spec.ts";

const HALF = FIELD_MAX / 2;
const BYTES = HALF / 8;
/** Bit 1 announces the second bitmap. */
const SECOND = 1;
/** Bit 65 announces a third bitmap, which this codec does not have. */
const THIRD = 65;

export function writeBitmap(numbers: readonly number[], way: MessageSpec["bitmap"]): Uint8Array {
  const needsSecond = numbers.some((number) => number > HALF);
  const bytes = Buffer.alloc(needsSecond ? 2 * BYTES : BYTES);
  for (const number of needsSecond ? [SECOND, ...numbers] : numbers) setBit(bytes, number);
  return way === "binary" ? bytes : Buffer.from(bytes.toString("hex").toUpperCase(), "latin1");
}

/** Returns the numbers of the fields in their order, without the bitmaps themselves. */
export function readBitmap(bytes: ByteReader, way: MessageSpec["bitmap"]): readonly number[] {
  const first = readHalf(bytes, way);
  const numbers = listBits(first, 0);
  if (numbers[0] !== SECOND) return numbers;
  numbers.shift();
  numbers.push(...listBits(readHalf(bytes, way), HALF));
  if (numbers.includes(THIRD)) throw new IsoFormatError("The message has a third bitmap.");
  return numbers;
}

/** `before` is the number of fields that earlier bitmaps have. */
function listBits(bytes: Uint8Array, before: number): number[] {
  const numbers: number[] = [];
  for (const [at, byte] of bytes.entries()) {
    for (let bit = 0; bit < 8; bit++) {
      if ((byte & (0x80 >> bit)) !== 0) numbers.push(before + 8 * at + bit + 1);
    }
  }
  return numbers;
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
