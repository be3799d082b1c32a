/**
 * The enhanced swipe record (vendora): a header of lengths and flags, masked tracks, enciphered
 * tracks with a chain each, hashes, serial and KSN; typed cards have the same shape.
 */

import { PIN_VARIANT, type Recipe, USUAL } from "../dukpt/recipe.ts";
import { hexOf } from "../encoded-bytes.ts";
import {
  type Reader,
  readKeyedText,
  readOtherText,
  readTrack1Text,
  readTrack2Text,
  readTrack3Text,
} from "../found.ts";
import { PayloadError } from "../payload-error.ts";
import { type Block, type Doubt, type Laid, maskedAs, wrongLayout } from "./layout.ts";
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
  /** Clear lengths of the three tracks. */
  readonly lengths: readonly number[];
  /** Field 8: what there is in clear, and how the rest is enciphered. */
  readonly clear: number;
  /** Field 9: what there is enciphered and behind it. */
  readonly sent: number;
}

export function layEnhanced(record: RecordCursor, layout: string): Laid {
  const header = readHeader(record);
  if (!isEnhanced(header.encoding)) throw wrongLayout(layout, "the encode type is not a known one");
  if (hasBit(header.clear, 3)) {
    const message = `${layout}: the record was made under a fixed key, to which no KSN leads.`;
    throw new PayloadError("no_base_key", message);
  }
  const masked = TRACKS.map((track) => maskedTrack(record, header, track));
  const blocks = TRACKS.flatMap((track) => encipheredTrack(record, header, track));
  const { serial, ksn } = readTail(record, header);
  if (blocks.length === 0) throw wrongLayout(layout, "no track of the record is enciphered");
  const isKeyed = header.encoding === KEYED;
  return {
    layout,
    serial,
    recipes: [recipeOf(header)],
    versions: [{ ksn, blocks, doubts: doubtsOf(masked, isKeyed) }],
    ...(isKeyed && { clear: addressIn(masked[2]) }),
    parts: record.parts,
  };
}

function readHeader(record: RecordCursor): Header {
  const encoding = record.byte("encode type");
  const status = record.byte("track status");
  const lengths = TRACKS.map((track) => record.byte(`length of track ${track}`));
  const clear = record.byte("what is masked");
  const sent = record.byte("what is enciphered");
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

/** Rounded up to whole blocks of its cipher. */
function encipheredTrack(record: RecordCursor, header: Header, track: 1 | 2 | 3): readonly Block[] {
  const length = header.lengths[track - 1] ?? 0;
  if (!hasBit(header.sent, track - 1) || length === 0) return [];
  const size = isAes(header) ? 16 : 8;
  const name = `enciphered track ${track}`;
  const data = record.bytes(name, Math.ceil(length / size) * size);
  const reader = header.encoding === KEYED && track === 2 ? readKeyedText : READERS[track];
  const read: Reader = (plain) => reader(plain.subarray(0, length));
  return [{ kind: "cipher", name, data, read }];
}

/** A track of another kind beside one of a card is no harm. */
const READERS: Record<1 | 2 | 3, Reader> = {
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
  return { serial: serial && serialOf(serial), ksn: ksn && hexOf(ksn) };
}

function serialOf(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString("latin1").replaceAll("\0", "").trim();
  return text === "" ? undefined : text;
}

function isAes({ clear }: Header): boolean {
  return hasBit(clear, 4) && !hasBit(clear, 5);
}

/** AES here is the cipher alone: its key is still one of TDES DUKPT. */
function recipeOf(header: Header): Recipe {
  const variant = hasBit(header.clear, 6) ? PIN_VARIANT : USUAL;
  return { ...variant, cipher: isAes(header) ? "aes" : "tdes" };
}

function doubtsOf(masked: readonly (string | undefined)[], isKeyed: boolean): readonly Doubt[] {
  const [track1, track2, track3] = masked;
  return [
    ...maskedAs("masked track 1", track1, (found) => found.track1?.text),
    ...maskedAs("masked track 2", track2, ({ track2: track, keyed }) => (keyed ?? track)?.text),
    ...(isKeyed ? [] : maskedAs("masked track 3", track3, (found) => found.track3?.ascii.reveal())),
  ];
}

/** Of a typed card field 7 holds `street=ZIP=`, in clear. */
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
