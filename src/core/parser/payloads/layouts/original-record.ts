/**
 * The original swipe record (vendord, and vendora's older readers): tracks 1 and 2 in one encrypted
 * block, track 3 in clear, and hashes that must match the decrypted tracks.
 */
import { createHash } from "node:crypto";
import { type CardData, readKeyedText, readTrack1Text, readTrack2Text } from "../card-data.ts";
import { toHex } from "../encoded-bytes.ts";
import { type ConsistencyCheck, maskCheck, type ParsedLayout, wrongLayout } from "./layout.ts";
import type { RecordCursor } from "./record.ts";

const KEYED = 0x85;
const BLOCK_BYTES = 8;
const HASH_BYTES = 20;
const KSN_BYTES = 10;

/** The high bit is not set, except for typed cards. */
export function isOriginal(encoding: number): boolean {
  return encoding < 0x80 || encoding === KEYED;
}

export function parseOriginalRecord(record: RecordCursor, layout: string): ParsedLayout {
  const encoding = record.byte("encode type");
  if (!isOriginal(encoding))
    throw wrongLayout(layout, "the encode type is not one of the original record");
  record.byte("track flags");
  const lengths = [1, 2, 3].map((track) => record.byte(`length of track ${track}`));
  const [length1 = 0, length2 = 0, length3 = 0] = lengths;
  if (length1 + length2 === 0)
    throw wrongLayout(layout, "neither track 1 nor track 2 has a length");
  const masked1 = record.text("masked track 1", length1);
  const masked2 = record.text("masked track 2", length2);
  const track3 = record.text("track 3", length3);
  const size = Math.ceil((length1 + length2) / BLOCK_BYTES) * BLOCK_BYTES;
  const data = record.bytes("encrypted tracks", size);
  const hashes = readHashes(record, { length1, length2, layout });
  const ksn = toHex(record.bytes("KSN", KSN_BYTES));
  record.end();
  const read = (plain: Uint8Array) =>
    readBoth(plain, { length1, length2, isKeyed: encoding === KEYED });
  const block = { kind: "cipher", name: "encrypted tracks", data, read } as const;
  const checks = [
    ...maskCheck("masked track 1", masked1, (found) => found.track1?.text),
    ...maskCheck("masked track 2", masked2, ({ keyed, track2 }) => (keyed ?? track2)?.text),
    ...hashes,
  ];
  return {
    layout,
    versions: [{ ksn, blocks: [block], checks }],
    ...(track3 !== "" && { clear: { track3 } }),
    parts: record.parts,
  };
}

interface Lengths {
  readonly length1: number;
  readonly length2: number;
}

/** Two hashes, or only one if the record has one track. */
function readHashes(
  record: RecordCursor,
  { length1, length2, layout }: Lengths & { layout: string },
) {
  const count = (record.bytesLeft - KSN_BYTES) / HASH_BYTES;
  const tracks = [length1 > 0, length2 > 0];
  const present = tracks.filter((isThere) => isThere).length;
  if (count !== 2 && count !== present) {
    throw wrongLayout(
      layout,
      `expected ${present} or 2 hashes and a KSN after the encrypted tracks, found ${record.bytesLeft} bytes`,
    );
  }
  const checks: ConsistencyCheck[] = [];
  tracks.forEach((isThere, place) => {
    if (!isThere && count !== 2) return;
    const hash = record.bytes(`hash of track ${place + 1}`, HASH_BYTES);
    if (isThere) checks.push(hashCheck(hash, place + 1));
  });
  return checks;
}

function hashCheck(hash: Uint8Array, track: number): ConsistencyCheck {
  return ({ track1, track2, keyed }) => {
    const text = track === 1 ? track1?.text : (keyed ?? track2)?.text;
    const fits =
      text !== undefined && createHash("sha1").update(text, "latin1").digest().equals(hash);
    return fits ? undefined : `does not have the hash of track ${track}`;
  };
}

function readBoth(
  plain: Uint8Array,
  { length1, length2, isKeyed }: Lengths & { isKeyed: boolean },
): CardData | undefined {
  const first = length1 === 0 ? {} : readTrack1Text(plain.subarray(0, length1));
  const reader = isKeyed ? readKeyedText : readTrack2Text;
  const second = length2 === 0 ? {} : reader(plain.subarray(length1, length1 + length2));
  return first === undefined || second === undefined ? undefined : { ...first, ...second };
}
