/**
 * vendorb-ra1: tracks as raw symbols, a byte each, with a status word and perhaps the KSN behind.
 * Digits are enciphered as digits; the first six of the number are clear. Track 1 stays closed.
 */
import { passesCheckDigit } from "../../../../values/card.ts";
import { hexOf, requireHex } from "../encoded-bytes.ts";
import type { Found } from "../found.ts";
import { MessageError, PayloadError } from "../payload-error.ts";
import { readTrack2 } from "../tracks.ts";
import { type Block, type Laid, wrongLayout } from "./layout.ts";
import { binaryRecord, type RecordCursor } from "./record.ts";

const LAYOUT = "vendorb-ra1";
const SUCCESS = "9000";
const KSN_BYTES = 10;
const CLEAR_DIGITS = 6;
const SEPARATOR = 0x0d;
/** ISO/IEC 7813, 5.4: what the three digits of a service code may be. */
const SERVICE_CODE = /^[125679][024][0-7]$/;

export function layVendorbRa1(text: string): Laid {
  const record = binaryRecord(LAYOUT, requireHex(text, LAYOUT));
  readSymbols(record, 1);
  const symbols = readSymbols(record, 2);
  const status = hexOf(record.bytes("status word", 2));
  if (status !== SUCCESS) {
    throw new MessageError(
      "nothing_read",
      `${LAYOUT}: the status word is ${status}, not ${SUCCESS}.`,
    );
  }
  const ksn = record.bytesLeft === 0 ? undefined : hexOf(record.bytes("KSN", KSN_BYTES));
  record.end();
  const versions = [{ ksn, blocks: [trackBlock(symbols)], doubts: [unlikely] }];
  return { layout: LAYOUT, mode: "swiped", versions, parts: record.parts };
}

function readSymbols(record: RecordCursor, track: number): Uint8Array {
  record.byte(`status of track ${track}`);
  const length = record.bytes(`length of track ${track}`, 2);
  const count = (length[0] ?? 0) * 256 + (length[1] ?? 0);
  return record.bytes(`symbols of track ${track}`, count);
}

function trackBlock(symbols: Uint8Array): Block {
  if (symbols.length === 0) {
    throw new PayloadError("no_pan", `${LAYOUT}: track 2, the one that can be read, is empty.`);
  }
  const separator = symbols.indexOf(SEPARATOR);
  const number = digitsOf(symbols.subarray(0, Math.max(separator, 0)));
  const rest = digitsOf(symbols.subarray(separator + 1));
  if (number === undefined || rest === undefined || number.length <= CLEAR_DIGITS) {
    throw wrongLayout(LAYOUT, "track 2 is not symbols of digits, a separator and digits");
  }
  const pieces = [
    { text: number.slice(0, CLEAR_DIGITS), isEnciphered: false },
    { text: number.slice(CLEAR_DIGITS), isEnciphered: true },
    { text: "=", isEnciphered: false },
    { text: rest, isEnciphered: true },
  ];
  return { kind: "digits", name: "track 2", pieces, read: readText };
}

function digitsOf(symbols: Uint8Array): string | undefined {
  return symbols.every((symbol) => symbol <= 9) ? symbols.join("") : undefined;
}

function readText(text: string): Found | undefined {
  const track2 = readTrack2(text);
  return track2 && { track2 };
}

/**
 * Any key makes digits of digits, and nothing beside them is clear. A wrong check digit alone is no
 * error, nor is an odd service code; both together are the mark of a wrong key.
 */
function unlikely({ track2 }: Found): string | undefined {
  if (track2 === undefined) return undefined;
  const { number, serviceCode = "" } = track2.card;
  const isLikely = passesCheckDigit(number) || SERVICE_CODE.test(serviceCode);
  return isLikely ? undefined : "has neither a check digit nor a service code that fits";
}
