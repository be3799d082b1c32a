/**
 * vendorb-ra1: tracks as raw symbols, one per byte, then a status word and an optional KSN. Digits
 * are encrypted to digits; the first six of the number are clear. Track 1 is not decrypted.
 */
import { passesCheckDigit } from "../../../../values/card.ts";
import type { CardData } from "../card-data.ts";
import { requireHex, toHex } from "../encoded-bytes.ts";
import { MessageError, PayloadError } from "../payload-error.ts";
import { readTrack2 } from "../tracks.ts";
import { type Block, type ParsedLayout, wrongLayout } from "./layout.ts";
import { binaryRecord, type RecordCursor } from "./record.ts";

const LAYOUT = "vendorb-ra1";
const SUCCESS = "9000";
const KSN_BYTES = 10;
const CLEAR_DIGITS = 6;
const SEPARATOR = 0x0d;
/** ISO/IEC 7813, 5.4: the allowed digits of a service code. */
const SERVICE_CODE = /^[125679][024][0-7]$/;

export function parseVendorbRa1(text: string): ParsedLayout {
  const record = binaryRecord(LAYOUT, requireHex(text, LAYOUT));
  readSymbols(record, 1);
  const symbols = readSymbols(record, 2);
  const status = toHex(record.bytes("status word", 2));
  if (status !== SUCCESS) {
    throw new MessageError(
      "nothing_read",
      `${LAYOUT}: the status word is ${status}, not ${SUCCESS}.`,
    );
  }
  const ksn = record.bytesLeft === 0 ? undefined : toHex(record.bytes("KSN", KSN_BYTES));
  record.end();
  const versions = [{ ksn, blocks: [trackBlock(symbols)], checks: [plausibilityCheck] }];
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
    throw new PayloadError("no_pan", `${LAYOUT}: track 2 is empty, and track 1 cannot be read.`);
  }
  const separator = symbols.indexOf(SEPARATOR);
  const number = symbolsToDigits(symbols.subarray(0, Math.max(separator, 0)));
  const rest = symbolsToDigits(symbols.subarray(separator + 1));
  if (number === undefined || rest === undefined || number.length <= CLEAR_DIGITS) {
    throw wrongLayout(LAYOUT, "track 2 is not symbols of digits, a separator and digits");
  }
  const pieces = [
    { text: number.slice(0, CLEAR_DIGITS), isEncrypted: false },
    { text: number.slice(CLEAR_DIGITS), isEncrypted: true },
    { text: "=", isEncrypted: false },
    { text: rest, isEncrypted: true },
  ];
  return { kind: "digits", name: "track 2", pieces, read: readText };
}

function symbolsToDigits(symbols: Uint8Array): string | undefined {
  return symbols.every((symbol) => symbol <= 9) ? symbols.join("") : undefined;
}

function readText(text: string): CardData | undefined {
  const track2 = readTrack2(text);
  return track2 && { track2 };
}

/**
 * Every key decrypts digits to digits, and there is no clear field to compare with. A wrong check
 * digit or an unusual service code alone is accepted; both together mean a wrong key.
 */
function plausibilityCheck({ track2 }: CardData): string | undefined {
  if (track2 === undefined) return undefined;
  const { number, serviceCode = "" } = track2.card;
  const isLikely = passesCheckDigit(number) || SERVICE_CODE.test(serviceCode);
  return isLikely ? undefined : "has neither a valid check digit nor a valid service code";
}
