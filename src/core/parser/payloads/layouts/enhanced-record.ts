/**
 * The enhanced swipe record (vendora): a header of lengths and flags, masked tracks, encrypted
 * tracks, hashes, serial number and KSN. Typed cards have the same format.
 */

import {
  type CardDataReader,
  readKeyedText,
  readOtherText,
  readTrack1Text,
  readTrack2Text,
  readTrack3Text,
} from "../card-data.ts";
import {
  type EncryptionScheme,
  PIN_VARIANT_SCHEME,
  STANDARD_SCHEME,
} from "../dukpt/encryption-scheme.ts";
import { toHex } from "../encoded-bytes.ts";
import { PayloadError } from "../payload-error.ts";
import {
  type Block,
  type ConsistencyCheck,
  maskCheck,
  type ParsedLayout,
  wrongLayout,
} from "./layout.ts";
import type { RecordCursor } from "./record.ts";

const KEYED = 0xc0;
const ENCODINGS = [0x80, 0x81, 0x83, 0x84, KEYED];
const HASH_BYTES = 20;
const SESSION_BYTES = 8;
const SERIAL_BYTES = 10;
const KSN_BYTES = 10;
const TRACKS = [1, 2, 3] as const;

export function isEnhanced(encoding: number): boolean {
  return ENCODINGS.includes(encoding);
}

interface Header {
  readonly encoding: number;
  /** The lengths of the three tracks in clear. */
  readonly lengths: readonly number[];
  /** Field 8: which fields are in clear, and how the rest is encrypted. */
  readonly clear: number;
  /** Field 9: which fields are encrypted, and which follow them. */
  readonly sent: number;
}

export function parseEnhancedRecord(record: RecordCursor, layout: string): ParsedLayout {
  const header = readHeader(record);
  if (!isEnhanced(header.encoding)) throw wrongLayout(layout, "the encode type is unknown");
  if (hasBit(header.clear, 3)) {
    const message = `${layout}: the record is encrypted with a fixed key, which is not supported. Use a DUKPT key.`;
    throw new PayloadError("no_base_key", message);
  }
  const masked = TRACKS.map((track) => maskedTrack(record, header, track));
  const blocks = TRACKS.flatMap((track) => encryptedTrack(record, header, track));
  const { serial, ksn } = readTail(record, header);
  if (blocks.length === 0) throw wrongLayout(layout, "no track of the record is encrypted");
  const isKeyed = header.encoding === KEYED;
  return {
    layout,
    serial,
    schemes: [recordScheme(header)],
    versions: [{ ksn, blocks, checks: maskChecks(masked, isKeyed) }],
    ...(isKeyed && { clear: addressIn(masked[2]) }),
    parts: record.parts,
  };
}

function readHeader(record: RecordCursor): Header {
  const encoding = record.byte("encode type");
  const status = record.byte("track status");
  const lengths = TRACKS.map((track) => record.byte(`length of track ${track}`));
  const clear = record.byte("what is masked");
  const sent = record.byte("what is encrypted");
  if (hasBit(status, 6)) {
    const count = record.byte("length of optional bytes");
    record.bytes("optional bytes", count);
  }
  return { encoding, lengths, clear, sent };
}

function maskedTrack(record: RecordCursor, { clear, lengths }: Header, track: number) {
  const length = lengths[track - 1] ?? 0;
  return hasBit(clear, track - 1) ? record.text(`masked track ${track}`, length) : undefined;
}

/** The length is rounded up to whole blocks of the cipher. */
function encryptedTrack(record: RecordCursor, header: Header, track: 1 | 2 | 3): readonly Block[] {
  const length = header.lengths[track - 1] ?? 0;
  if (!hasBit(header.sent, track - 1) || length === 0) return [];
  const size = isAes(header) ? 16 : 8;
  const name = `encrypted track ${track}`;
  const data = record.bytes(name, Math.ceil(length / size) * size);
  const reader = header.encoding === KEYED && track === 2 ? readKeyedText : READERS[track];
  const read: CardDataReader = (plain) => reader(plain.subarray(0, length));
  return [{ kind: "cipher", name, data, read }];
}

/** A track of another kind is accepted next to a card's track. */
const READERS: Record<1 | 2 | 3, CardDataReader> = {
  1: (plain) => readTrack1Text(plain) ?? readOtherText(plain),
  2: (plain) => readTrack2Text(plain) ?? readOtherText(plain),
  3: readTrack3Text,
};

function readTail(record: RecordCursor, { clear, sent }: Header) {
  if (hasBit(sent, 6)) record.bytes("session id", SESSION_BYTES);
  for (const track of TRACKS) {
    if (hasBit(sent, track + 2)) record.bytes(`hash of track ${track}`, HASH_BYTES);
  }
  const serial = hasBit(clear, 7) ? record.bytes("serial", SERIAL_BYTES) : undefined;
  const ksn = hasBit(sent, 7) ? record.bytes("KSN", KSN_BYTES) : undefined;
  record.end();
  return { serial: serial && readSerial(serial), ksn: ksn && toHex(ksn) };
}

function readSerial(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString("latin1").replaceAll("\0", "").trim();
  return text === "" ? undefined : text;
}

function isAes({ clear }: Header): boolean {
  return hasBit(clear, 4) && !hasBit(clear, 5);
}

/** AES is only the cipher here. The key is derived by TDES DUKPT. */
function recordScheme(header: Header): EncryptionScheme {
  const variant = hasBit(header.clear, 6) ? PIN_VARIANT_SCHEME : STANDARD_SCHEME;
  return { ...variant, cipher: isAes(header) ? "aes" : "tdes" };
}

function maskChecks(
  masked: readonly (string | undefined)[],
  isKeyed: boolean,
): readonly ConsistencyCheck[] {
  const [track1, track2, track3] = masked;
  return [
    ...maskCheck("masked track 1", track1, (found) => found.track1?.text),
    ...maskCheck("masked track 2", track2, ({ track2: track, keyed }) => (keyed ?? track)?.text),
    ...(isKeyed
      ? []
      : maskCheck("masked track 3", track3, (found) => found.track3?.ascii.reveal())),
  ];
}

/** For a typed card, field 7 is `street=ZIP=` in clear. */
function addressIn(text: string | undefined) {
  const [street = "", zip = ""] = text?.split("=") ?? [];
  return {
    ...(street.trim() && { street: street.trim() }),
    ...(zip.trim() && { zip: zip.trim() }),
  };
}

function hasBit(byte: number, bit: number): boolean {
  return ((byte >> bit) & 1) === 1;
}
