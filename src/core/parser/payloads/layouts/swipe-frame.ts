/**
 * The frame around swipe records: `02 | length lo hi | record | LRC | checksum | 03`, as bytes or as
 * a reader types it, where length and checks count characters.
 */
import { bytesOfHex, withoutBlanks } from "../encoded-bytes.ts";
import { PayloadError } from "../payload-error.ts";
import { wrongLayout } from "./layout.ts";
import { binaryRecord, type RecordCursor, typedRecord } from "./record.ts";

const START = 0x02;
const END = 0x03;
const AROUND_BYTES = 6;
const HEAD_BYTES = 3;
/** What is said of a frame that was opened. */
export const FRAME_WORDS = "02 … 03; length, LRC and checksum are right";

/** Blanks between hex digits mean nothing; those of a typed record are its masked tracks'. */
export function frameText(text: string): string {
  const digits = withoutBlanks(text);
  return digits.length < text.length && /^[0-9A-F]+$/i.test(digits) ? digits : text;
}

/** No tag of a terminal and no bare record begins so: one that was cut short is a broken frame. */
export function looksFramed(text: string): boolean {
  return text.startsWith("02");
}

/** Bytes and typed text are told apart by which of the two lengths is right. */
export function openFrame(text: string, layout: string): RecordCursor {
  const said = saidLength(text, layout);
  const bytes = bytesOfHex(text);
  if (bytes !== undefined && said === bytes.length - AROUND_BYTES) return openBinary(bytes, layout);
  const characters = text.length - 2 * AROUND_BYTES;
  if (said === characters) return openTyped(text, layout);
  const found = bytes === undefined ? `${characters}` : `${bytes.length - AROUND_BYTES}`;
  const unit = bytes === undefined ? "characters" : "bytes";
  throw broken(layout, `the length says ${said} ${unit}, the record has ${found}`);
}

export function openBinary(bytes: Uint8Array, layout: string): RecordCursor {
  const said = (bytes[1] ?? 0) + 256 * (bytes[2] ?? 0);
  if (bytes[0] !== START || bytes.at(-1) !== END || said !== bytes.length - AROUND_BYTES) {
    throw broken(
      layout,
      `the length says ${said} bytes, the record has ${bytes.length - AROUND_BYTES}`,
    );
  }
  const record = bytes.subarray(HEAD_BYTES, -3);
  requireChecks(record, { lrc: bytes.at(-3), sum: bytes.at(-2), layout });
  return binaryRecord(layout, record);
}

function openTyped(text: string, layout: string): RecordCursor {
  if (!text.endsWith("03")) throw broken(layout, "03 was expected at the end");
  const record = text.slice(2 * HEAD_BYTES, -6);
  const checks = bytesOfHex(text.slice(-6));
  requireChecks(Buffer.from(record, "latin1"), { lrc: checks?.[0], sum: checks?.[1], layout });
  return typedRecord(`${layout}, typed`, record);
}

function saidLength(text: string, layout: string): number {
  const head = bytesOfHex(text.slice(0, 2 * HEAD_BYTES));
  if (head === undefined || head.length < HEAD_BYTES) {
    throw wrongLayout(layout, "02 and a length of two bytes were expected at the start");
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
  if (xor !== lrc) throw broken(layout, `the LRC is not the XOR of the record's ${record.length}`);
  if (total !== sum)
    throw broken(layout, `the checksum is not the sum of the record's ${record.length}`);
}

function broken(layout: string, what: string): PayloadError {
  return new PayloadError("broken_frame", `${layout}: ${what}.`);
}
