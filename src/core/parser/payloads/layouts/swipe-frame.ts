/**
 * The frame around swipe records: `02 | length lo hi | record | LRC | checksum | 03`, as bytes or
 * typed by the reader. In a typed frame the length and the checks count characters.
 */
import { decodeHex, removeBlanks } from "../encoded-bytes.ts";
import { PayloadError } from "../payload-error.ts";
import { wrongLayout } from "./layout.ts";
import { binaryRecord, type RecordCursor, typedRecord } from "./record.ts";

const START = 0x02;
const END = 0x03;
const AROUND_BYTES = 6;
const HEAD_BYTES = 3;
/** Describes a valid frame. */
export const FRAME_DESCRIPTION = "02 … 03; length, LRC and checksum are correct";

/** Removes blanks between hex digits. In a typed record, blanks belong to the masked tracks. */
export function removeFrameBlanks(text: string): string {
  const digits = removeBlanks(text);
  return digits.length < text.length && /^[0-9A-F]+$/i.test(digits) ? digits : text;
}

/** No tag and no bare record starts with 02, so a payload that does is a frame, even if it is cut. */
export function startsLikeFrame(text: string): boolean {
  return text.startsWith("02");
}

/** The length shows whether the frame is binary or typed. */
export function openFrame(text: string, layout: string): RecordCursor {
  const said = readStatedLength(text, layout);
  const bytes = decodeHex(text);
  if (bytes !== undefined && said === bytes.length - AROUND_BYTES) return openBinary(bytes, layout);
  const characters = text.length - 2 * AROUND_BYTES;
  if (said === characters) return openTyped(text, layout);
  const found = bytes === undefined ? `${characters}` : `${bytes.length - AROUND_BYTES}`;
  const unit = bytes === undefined ? "characters" : "bytes";
  throw broken(layout, `the length says ${said} ${unit}, but the record has ${found}`);
}

export function openBinary(bytes: Uint8Array, layout: string): RecordCursor {
  const said = (bytes[1] ?? 0) + 256 * (bytes[2] ?? 0);
  if (bytes[0] !== START || bytes.at(-1) !== END || said !== bytes.length - AROUND_BYTES) {
    throw broken(
      layout,
      `the length says ${said} bytes, but the record has ${bytes.length - AROUND_BYTES}`,
    );
  }
  const record = bytes.subarray(HEAD_BYTES, -3);
  requireChecks(record, { lrc: bytes.at(-3), sum: bytes.at(-2), layout });
  return binaryRecord(layout, record);
}

function openTyped(text: string, layout: string): RecordCursor {
  if (!text.endsWith("03")) throw broken(layout, "expected 03 at the end");
  const record = text.slice(2 * HEAD_BYTES, -6);
  const checks = decodeHex(text.slice(-6));
  requireChecks(Buffer.from(record, "latin1"), { lrc: checks?.[0], sum: checks?.[1], layout });
  return typedRecord(`${layout}, typed`, record);
}

function readStatedLength(text: string, layout: string): number {
  const head = decodeHex(text.slice(0, 2 * HEAD_BYTES));
  if (head === undefined || head.length < HEAD_BYTES) {
    throw wrongLayout(layout, "expected 02 and a length of two bytes at the start");
  }
  return head.readUInt16LE(1);
}

interface Checks {
  readonly lrc: number | undefined;
  readonly sum: number | undefined;
  readonly layout: string;
}

function requireChecks(record: Uint8Array, { lrc, sum, layout }: Checks): void {
  let [xor, total] = [0, 0];
  for (const byte of record) {
    xor ^= byte;
    total = (total + byte) & 0xff;
  }
  if (xor !== lrc)
    throw broken(layout, `the LRC is not the XOR of the record's ${record.length} bytes`);
  if (total !== sum)
    throw broken(layout, `the checksum is not the sum of the record's ${record.length} bytes`);
}

function broken(layout: string, what: string): PayloadError {
  return new PayloadError("broken_frame", `${layout}: ${what}.`);
}
