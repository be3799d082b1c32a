/**
 * Reads card data from decrypted bytes: tracks as text or packed, TLV, a typed card. Each reader
 * returns undefined for other bytes, such as those that a wrong key produces. Pure.
 */
import { Secret } from "../../../values/secret.ts";
import { toHex, toLatin1, trimZeros } from "./encoded-bytes.ts";
import { tagName } from "./known-tags.ts";
import type { TlvData, TrackData } from "./reading.ts";
import { findTag, type TlvNode, tryTlv } from "./tlv.ts";
import {
  type CardTrack,
  readEquivalent,
  readKeyed,
  readPackedTrack2,
  readTrack1,
  readTrack2,
  readTrack3,
} from "./tracks.ts";

export interface CardData {
  readonly track1?: CardTrack;
  readonly track2?: CardTrack;
  readonly track3?: TrackData;
  readonly equivalent?: CardTrack;
  readonly keyed?: CardTrack;
  readonly tags?: readonly TlvNode[];
  readonly tlv?: TlvData;
}

const PACKED_START = 0xb;
const SEMICOLON = 0x3b;
const COLON = 0x3a;
/** A track 2 equivalent has at most 19 bytes; the rest is padding of the cipher. */
const EQUIVALENT_BYTES_MAX = 32;

export type CardDataReader = (plain: Uint8Array) => CardData | undefined;

/** The text before the padding. */
export function clearText(plain: Uint8Array): string {
  return toLatin1(trimZeros(plain));
}

export const readTrack1Text: CardDataReader = (plain) => asTrack1(readTrack1(clearText(plain)));
export const readTrack2Text: CardDataReader = (plain) => asTrack2(readTrack2(clearText(plain)));
export const readKeyedText: CardDataReader = (plain) => asKeyed(readKeyed(clearText(plain)));

/** Accepts any printable text between sentinels. */
export const readTrack3Text: CardDataReader = (plain) => {
  const text = clearText(plain);
  return isTrackText(text) ? { track3: readTrack3(text) } : undefined;
};

/** Recognizes a track of another kind, such as a driver's license, and reads nothing from it. */
export const readOtherText: CardDataReader = (plain) =>
  isTrackText(clearText(plain)) ? {} : undefined;

/** One or two tracks as text, or track 2 packed. The first byte decides. */
export const readTracks: CardDataReader = (plain) => {
  const first = plain[0] ?? 0;
  if (first >> 4 === PACKED_START) return asTrack2(readPackedTrack2(plain));
  return first < 0x20 || first > 0x5f ? undefined : readTrackTexts(clearText(plain));
};

/** For layouts that do not state what they contain. */
export const readAnything: CardDataReader = (plain) => {
  // A typed card has a colon after the expiration date. In track 2 it would be discretionary data.
  const isTyped = plain[0] === SEMICOLON && plain.includes(COLON);
  return (isTyped ? readKeyedText(plain) : undefined) ?? readTracks(plain) ?? readTlv(plain);
};

/** TLV with at least one known tag. The caller has removed padding that is not TLV. */
export const readTlv: CardDataReader = (plain) => {
  const nodes = tryTlv(plain);
  if (nodes === undefined || !hasKnownTag(nodes)) return undefined;
  const tracks = tracksIn(nodes);
  if (tracks === undefined) return undefined;
  const isSwipe = tracks.track1 !== undefined || tracks.track2 !== undefined;
  const end = nodes.at(-1)?.end ?? 0;
  const tlv = { decrypted: new Secret(toHex(plain.subarray(0, end))) };
  return { ...tracks, tags: nodes, ...(!isSwipe && { tlv }) };
};

/** Reads one encrypted tag: the whole TLV object, or only its value, with or without a length. */
export function tagReader(tag: string, length?: number): CardDataReader {
  return (plain) => {
    const whole = readTlv(plain);
    if (whole?.tags?.some((node) => node.tag === tag)) return whole;
    if (tag !== "57")
      return readTlv(Buffer.concat([Buffer.from(tag, "hex"), withLength(plain, length)]));
    if (length === undefined) return readBareEquivalent(plain);
    return asEquivalent(readEquivalent(plain.subarray(0, length)));
  };
}

function withLength(plain: Uint8Array, length = plain.length): Uint8Array {
  const size = Math.min(length, plain.length, 127);
  return Buffer.concat([Uint8Array.of(size), plain.subarray(0, size)]);
}

/** A track 2 equivalent without its tag: up to its F, or else up to the padding. */
export const readBareEquivalent: CardDataReader = (plain) => {
  const start = plain.subarray(0, EQUIVALENT_BYTES_MAX);
  const end = start.findIndex((byte) => (byte & 0x0f) === 0x0f);
  const value = end < 0 ? trimZeros(start) : start.subarray(0, end + 1);
  return asEquivalent(readEquivalent(value));
};

/** Returns undefined if a tag does not contain what it should. */
function tracksIn(nodes: readonly TlvNode[]): CardData | undefined {
  const [value1, value2] = [
    taggedValue(nodes, "5F21") ?? taggedValue(nodes, "56"),
    taggedValue(nodes, "5F22"),
  ];
  const value57 = taggedValue(nodes, "57") ?? taggedValue(nodes, "9F6B");
  const track1 = value1 && readTrack1(clearText(value1));
  const track2 = value2 && readTrack2(clearText(value2));
  const equivalent = value57 && readEquivalent(value57);
  const isDamaged = (value1 && !track1) || (value2 && !track2) || (value57 && !equivalent);
  if (isDamaged || readNumberTag(nodes) === null) return undefined;
  return {
    ...(track1 && { track1 }),
    ...(track2 && { track2 }),
    ...(equivalent && { equivalent }),
  };
}

function taggedValue(nodes: readonly TlvNode[], tag: string): Uint8Array | undefined {
  const value = findTag(nodes, tag)?.value;
  return value?.length === 0 ? undefined : value;
}

/** Tag 5A: digits, padded with one F. Null if it contains something else. */
export function readNumberTag(nodes: readonly TlvNode[]): string | undefined | null {
  const node = findTag(nodes, "5A");
  if (node === undefined || node.value.length === 0) return undefined;
  const digits = toHex(node.value).replace(/F$/, "");
  return /^\d{12,19}$/.test(digits) ? digits : null;
}

/** The card number from any source. */
export function findCardNumber({ track2, equivalent, keyed, track1, tags = [] }: CardData) {
  const track = track2 ?? equivalent ?? keyed ?? track1;
  return track?.card.number ?? readNumberTag(tags) ?? undefined;
}

function readTrackTexts(text: string): CardData | undefined {
  if (!/^%?B/.test(text)) return asTrack2(readTrack2(text));
  // After the end of track 1 there may be its LRC, and then track 2.
  const next = text.indexOf(";", text.indexOf("?") + 1);
  if (next < 0 || text.indexOf("?") < 0) return asTrack1(readTrack1(text));
  const [track1, track2] = [readTrack1(text.slice(0, next)), readTrack2(text.slice(next))];
  return track1 === undefined || track2 === undefined ? undefined : { track1, track2 };
}

type Finding = (track: CardTrack | undefined) => CardData | undefined;

const asTrack1: Finding = (track1) => track1 && { track1 };
const asTrack2: Finding = (track2) => track2 && { track2 };
const asKeyed: Finding = (keyed) => keyed && { keyed };
const asEquivalent: Finding = (equivalent) => equivalent && { equivalent };

function isTrackText(text: string): boolean {
  return /^[%;+!][ -_]*\?.?$/s.test(text);
}

/** A wrong key sometimes produces valid TLV by chance, but rarely with a tag of a terminal. */
function hasKnownTag(nodes: readonly TlvNode[]): boolean {
  return nodes.some(({ tag, children }) => tagName(tag) !== undefined || hasKnownTag(children));
}
