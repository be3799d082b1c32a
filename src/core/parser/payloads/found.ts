/**
 * From decrypted bytes to what they are: tracks as text or packed, TLV, a typed card. Each reader
 * answers nothing for bytes that are something else, which is what a wrong key makes. Pure.
 */
import { Secret } from "../../../values/secret.ts";
import { hexOf, textOf, withoutFill } from "./encoded-bytes.ts";
import { nameOfTag } from "./known-tags.ts";
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

export interface Found {
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
/** Of a track 2 equivalent: nineteen, and what a cipher may fill up. */
const EQUIVALENT_BYTES_MAX = 32;

export type Reader = (plain: Uint8Array) => Found | undefined;

/** Text up to the fill. */
export function clearText(plain: Uint8Array): string {
  return textOf(withoutFill(plain));
}

export const readTrack1Text: Reader = (plain) => asTrack1(readTrack1(clearText(plain)));
export const readTrack2Text: Reader = (plain) => asTrack2(readTrack2(clearText(plain)));
export const readKeyedText: Reader = (plain) => asKeyed(readKeyed(clearText(plain)));

/** Any printable text between sentinels will do. */
export const readTrack3Text: Reader = (plain) => {
  const text = clearText(plain);
  return isTrackText(text) ? { track3: readTrack3(text) } : undefined;
};

/** Tracks of another kind (a license, say): nothing is read but that they are tracks. */
export const readOtherText: Reader = (plain) => (isTrackText(clearText(plain)) ? {} : undefined);

/** Tracks as text, one or two, or track 2 packed: the first byte tells. */
export const readTracks: Reader = (plain) => {
  const first = plain[0] ?? 0;
  if (first >> 4 === PACKED_START) return asTrack2(readPackedTrack2(plain));
  return first < 0x20 || first > 0x5f ? undefined : readTrackTexts(clearText(plain));
};

/** For layouts that do not say what they hold. */
export const readAnything: Reader = (plain) => {
  // A colon behind the expiry is a typed card's; as a track 2 it would be discretionary data.
  const isTyped = plain[0] === SEMICOLON && plain.includes(COLON);
  return (isTyped ? readKeyedText(plain) : undefined) ?? readTracks(plain) ?? readTlv(plain);
};

/** Tags that decrypt to something known; padding that is no TLV has been cut off by the caller. */
export const readTlv: Reader = (plain) => {
  const nodes = tryTlv(plain);
  if (nodes === undefined || !hasKnownTag(nodes)) return undefined;
  const tracks = tracksIn(nodes);
  if (tracks === undefined) return undefined;
  const isSwipe = tracks.track1 !== undefined || tracks.track2 !== undefined;
  const end = nodes.at(-1)?.end ?? 0;
  const tlv = { decrypted: new Secret(hexOf(plain.subarray(0, end))) };
  return { ...tracks, tags: nodes, ...(!isSwipe && { tlv }) };
};

/** One enciphered tag: the whole object over again, or its value, whose length may be known. */
export function readTagged(tag: string, length?: number): Reader {
  return (plain) => {
    const whole = readTlv(plain);
    if (whole?.tags?.some((node) => node.tag === tag)) return whole;
    if (tag !== "57")
      return readTlv(Buffer.concat([Buffer.from(tag, "hex"), sized(plain, length)]));
    if (length === undefined) return readBareEquivalent(plain);
    return asEquivalent(readEquivalent(plain.subarray(0, length)));
  };
}

function sized(plain: Uint8Array, length = plain.length): Uint8Array {
  const size = Math.min(length, plain.length, 127);
  return Buffer.concat([Uint8Array.of(size), plain.subarray(0, size)]);
}

/** A track 2 equivalent without its tag: up to its F, or else up to the fill. */
export const readBareEquivalent: Reader = (plain) => {
  const start = plain.subarray(0, EQUIVALENT_BYTES_MAX);
  const end = start.findIndex((byte) => (byte & 0x0f) === 0x0f);
  const value = end < 0 ? withoutFill(start) : start.subarray(0, end + 1);
  return asEquivalent(readEquivalent(value));
};

/** Nothing where a tag is there that is not what it should be. */
function tracksIn(nodes: readonly TlvNode[]): Found | undefined {
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

/** Tag 5A: digits, filled up with one F. Null where it holds something else. */
export function readNumberTag(nodes: readonly TlvNode[]): string | undefined | null {
  const node = findTag(nodes, "5A");
  if (node === undefined || node.value.length === 0) return undefined;
  const digits = hexOf(node.value).replace(/F$/, "");
  return /^\d{12,19}$/.test(digits) ? digits : null;
}

/** The card's number, whatever it was found in. */
export function numberIn({ track2, equivalent, keyed, track1, tags = [] }: Found) {
  const track = track2 ?? equivalent ?? keyed ?? track1;
  return track?.card.number ?? readNumberTag(tags) ?? undefined;
}

function readTrackTexts(text: string): Found | undefined {
  if (!/^%?B/.test(text)) return asTrack2(readTrack2(text));
  // Behind the end of track 1 there may be its LRC, and then track 2.
  const next = text.indexOf(";", text.indexOf("?") + 1);
  if (next < 0 || text.indexOf("?") < 0) return asTrack1(readTrack1(text));
  const [track1, track2] = [readTrack1(text.slice(0, next)), readTrack2(text.slice(next))];
  return track1 === undefined || track2 === undefined ? undefined : { track1, track2 };
}

type Finding = (track: CardTrack | undefined) => Found | undefined;

const asTrack1: Finding = (track1) => track1 && { track1 };
const asTrack2: Finding = (track2) => track2 && { track2 };
const asKeyed: Finding = (keyed) => keyed && { keyed };
const asEquivalent: Finding = (equivalent) => equivalent && { equivalent };

function isTrackText(text: string): boolean {
  return /^[%;+!][ -_]*\?.?$/s.test(text);
}

/** A wrong key makes TLV by chance now and then, but hardly with a tag that terminals use. */
function hasKnownTag(nodes: readonly TlvNode[]): boolean {
  return nodes.some(({ tag, children }) => nameOfTag(tag) !== undefined || hasKnownTag(children));
}
