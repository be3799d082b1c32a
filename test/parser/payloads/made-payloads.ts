/** Makes payloads like a terminal's, encrypted with the reference implementation of DUKPT. */

import { AES_BASE } from "./keys.ts";
import { BASE_KEY } from "./published-payloads.ts";
import * as reference from "./reference-dukpt.ts";

export const KSN = "FFFF9876543210E00042";
export const AES_KSN = "123456789012345600000005";
export const TRACK_1 = "%B4761739001010119^CARDHOLDER/ANY          ^22122011758928889?A";
export const TRACK_2 = ";4761739001010119=22122011758928889?0";
export const KEYED = ";4761739001010119=2212:123?7";
export const EQUIVALENT = "4761739001010119D22122011758928889";
export const NUMBER = "4761739001010119";

export interface Sealing {
  readonly ksn?: string;
  readonly use?: "data-request" | "pin";
  readonly cipher?: "tdes" | "aes";
  readonly iv?: Buffer;
  readonly fill?: "zeros" | "pkcs7";
}

export const latin1 = (text: string) => Buffer.from(text, "latin1");
export const upper = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex").toUpperCase();

export function workingKey({ ksn = KSN, use = "data-request" }: Sealing = {}): Buffer {
  if (ksn.length === 24) {
    const initial = reference.aesInitialKey(reference.hex(AES_BASE.key), AES_BASE.kind, ksn);
    const transaction = reference.aesTransactionKey(initial, AES_BASE.kind, ksn);
    return reference.aesWorkingKey(transaction, ksn, { use, kind: AES_BASE.kind });
  }
  const initial = reference.tdesInitialKey(reference.hex(BASE_KEY), reference.hex(ksn));
  return reference.tdesWorkingKey(
    reference.tdesTransactionKey(initial, reference.hex(ksn)),
    use,
    use !== "pin",
  );
}

export function seal(clear: Buffer, sealing: Sealing = {}): Buffer {
  const key = workingKey(sealing);
  const isAes = sealing.cipher === "aes" || sealing.ksn?.length === 24;
  const size = isAes ? 16 : 8;
  const missing = size - (clear.length % size);
  const fill =
    sealing.fill === "pkcs7" ? Buffer.alloc(missing, missing) : Buffer.alloc(missing % size);
  const whole = isAes ? key : Buffer.concat([key, key.subarray(0, 8)]);
  const name = isAes ? `aes-${8 * key.length}-cbc` : "des-ede3-cbc";
  return reference.encrypt(
    name,
    whole,
    Buffer.concat([clear, fill]),
    sealing.iv ?? Buffer.alloc(size),
  );
}

export function tlv(tag: string, value: Buffer | string): Buffer {
  const bytes = typeof value === "string" ? reference.hex(value) : value;
  const { length } = bytes;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([reference.hex(tag), Buffer.from(size), bytes]);
}

/** A chip's card number, track 2 equivalent and expiration date. */
export const CHIP = Buffer.concat([
  tlv("5A", NUMBER),
  tlv("57", EQUIVALENT),
  tlv("5F24", "221231"),
]);

/** One vendor sends a tag twice: with A1 before the masked value and C1 before the encrypted one. */
export function marked(tag: string, mark: "A1" | "C1", value: Buffer): Buffer {
  return Buffer.concat([
    reference.hex(tag),
    reference.hex(mark),
    Buffer.from([value.length]),
    value,
  ]);
}

/** `02 | length | record | LRC | checksum | 03`. */
export function framed(record: Buffer): string {
  return upper(
    Buffer.concat([
      reference.hex("02"),
      lengthOf(record),
      record,
      checksOf(record),
      reference.hex("03"),
    ]),
  );
}

export function framedTyped(record: string): string {
  const characters = latin1(record);
  return `02${upper(lengthOf(characters))}${record}${upper(checksOf(characters))}03`;
}

function lengthOf({ length }: Buffer): Buffer {
  return Buffer.from([length & 255, length >> 8]);
}

function checksOf(record: Buffer): Buffer {
  const xor = record.reduce((sum, byte) => sum ^ byte, 0);
  return Buffer.from([xor, record.reduce((sum, byte) => (sum + byte) & 255, 0)]);
}

export interface SwipeRecord extends Sealing {
  readonly encoding?: number;
  /** Tracks 1, 2 and 3 in clear. An empty string leaves a track out. */
  readonly tracks: readonly [string, string, string];
  /** Track 3 in clear, such as the address of a typed card. */
  readonly clearTrack3?: string;
  readonly serial?: string;
  readonly hasKsn?: boolean;
  readonly optional?: Buffer;
  readonly hasSession?: boolean;
  readonly isFixedKey?: boolean;
}

/** The parts of an enhanced record. Strings stay text in a typed record. */
export function enhancedRecord(record: SwipeRecord): readonly (Buffer | string)[] {
  const { encoding = 0x80, tracks, clearTrack3 = "", serial = "310T061040", optional } = record;
  const lengths = tracks.map((track, at) =>
    at === 2 ? track.length || clearTrack3.length : track.length,
  );
  const isThere = tracks.map((track) => track !== "");
  const bits = (flags: readonly boolean[]) =>
    flags.reduce((sum, is, at) => sum | (is ? 1 << at : 0), 0);
  const clear =
    bits([...isThere.slice(0, 2), clearTrack3 !== ""]) |
    (record.isFixedKey ? 8 : 0) |
    (record.cipher === "aes" ? 0x10 : 0x20) |
    (record.use === "pin" ? 0x40 : 0) |
    (serial ? 0x80 : 0);
  const hasKsn = record.hasKsn ?? true;
  const sent = bits(isThere) | (record.hasSession ? 0x40 : 0) | (hasKsn ? 0x80 : 0) | 8;
  return [
    Buffer.from([encoding, optional ? 0x5f : 0x1f, ...lengths, clear, sent]),
    ...(optional ? [Buffer.from([optional.length]), optional] : []),
    ...tracks.slice(0, 2).map(maskedTrack),
    clearTrack3,
    ...tracks.filter((track) => track !== "").map((track) => seal(latin1(track), record)),
    ...(record.hasSession ? [Buffer.alloc(8, 7)] : []),
    Buffer.alloc(20),
    latin1(serial).length === 0 ? Buffer.alloc(0) : latin1(serial),
    hasKsn ? reference.hex(record.ksn ?? KSN) : Buffer.alloc(0),
  ];
}

export function asBinary(pieces: readonly (Buffer | string)[]): Buffer {
  return Buffer.concat(pieces.map((piece) => (typeof piece === "string" ? latin1(piece) : piece)));
}

export function asTyped(pieces: readonly (Buffer | string)[]): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : upper(piece))).join("");
}

/** Shows the first four and last four digits of the number, as this reader does. */
export function maskedTrack(track: string): string {
  return track
    .replace(/\d{12,19}/, (number) => `${number.slice(0, 4)}********${number.slice(-4)}`)
    .replace(/(?<=[=^]\d{4})[\d:]+/, (rest) => "*".repeat(rest.length))
    .replace(/\?.$/, "?*");
}

export interface CardBlock {
  readonly ksn?: string;
  readonly flag?: "0" | "1";
  readonly name?: string;
  readonly number?: string;
  readonly rest?: string;
  readonly firstSix?: string;
  readonly expiry?: string;
}

/** vendorb's card-read block. */
export function cardBlock(block: CardBlock = {}): string {
  const { ksn = KSN, flag = "1", name = "", number = NUMBER, rest = "22122011758928889" } = block;
  const key = workingKey({ ksn });
  const close = (digits: string) => (flag === "1" ? reference.encryptBps(key, digits) : digits);
  const track = `${close(number)}=${close(rest)}`;
  const two = (length: number) => String(length).padStart(2, "0");
  return [
    block.firstSix ?? number.slice(0, 6),
    number.slice(-4),
    two(number.length),
    "1",
    block.expiry ?? rest.slice(0, 4),
    rest.slice(4, 7).padEnd(3, "0"),
    "9",
    two(name.length),
    name,
    flag,
    "B",
    ksn,
    "0000",
    two(track.length),
    track,
    "32",
    "0".repeat(32),
    "96",
    "0".repeat(96),
    "1",
  ].join("");
}

/** vendorc's link frame. */
export function linkFrame(bytes: Buffer, isLast = true): Buffer {
  const head = Buffer.concat([Buffer.from([1, isLast ? 0 : 1, bytes.length]), bytes]);
  return Buffer.concat([head, Buffer.from([head.reduce((sum, byte) => sum ^ byte, 0)])]);
}

/** A frame with the control characters themselves. */
export function rawFrame(body: string): string {
  const check = latin1(`${body}\x03`).reduce((sum, byte) => sum ^ byte, 0);
  return `\x02${body}\x03${String.fromCharCode(check)}`;
}
