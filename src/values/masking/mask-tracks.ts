/**
 * Finds magnetic stripe data around a chain of digits: track 1 (%B…^…?), track 2 (;…=…?), track 2
 * from a chip (digits D YYMM), and any of them as hex. Tracks are masked completely.
 */
import { cardBrand } from "../card.ts";
import { endOfDigits, endsInCard, type Group } from "./mask-digits.ts";
import {
  characterLength,
  characterStart,
  isDigit,
  isHexDigit,
  type MaskFinding,
  TRACK,
} from "./mask-shape.ts";

// The separator after an account number: plain, packed or encoded.
export const TRACK_SIGNS = /[=^%Dd]/;
const TRACK_1_MAX = 120;
const ACCOUNT_MIN = 8;
const ACCOUNT_MAX = 19;

/**
 * Returns the track with the account number at the end of the chain, if there is one. `cards` are
 * the card numbers that were found in the chain.
 */
export function trackAt(
  text: string,
  chain: Group,
  cards: readonly Group[],
): MaskFinding | undefined {
  if (!TRACK_SIGNS.test(text.charAt(chain.to))) return undefined;
  const card = cards.at(-1)?.to === chain.to ? cards.at(-1) : undefined;
  const account = card ?? lastGroup(text, chain);
  const hasCard = card !== undefined || endsInCard(text, account);
  return (
    track1(text, chain, hasCard) ??
    track2(text, account, hasCard) ??
    packedTrack2(text, account, hasCard)
  );
}

function lastGroup(text: string, { from, to }: Group): Group {
  let start = to;
  while (start > from && isDigit(text.charCodeAt(start - 1))) start--;
  return { from: start, to };
}

/** The account number of track 1 may contain spaces, so the whole chain counts. */
function track1(text: string, chain: Group, hasCard: boolean): MaskFinding | undefined {
  const caret = characterLength("^", text, chain.to);
  if (caret === 0) return undefined;
  const start = startOfTrack1(text, chain.from);
  if (start === undefined && !hasCard) return undefined;
  return { from: start ?? chain.from, to: endOfTrack1(text, chain.to + caret), put: TRACK };
}

function startOfTrack1(text: string, from: number): number | undefined {
  if (!/[Bb]/.test(text.charAt(from - 1))) return undefined;
  return characterStart("%", text, from - 1) ?? from - 1;
}

function endOfTrack1(text: string, from: number): number {
  const limit = Math.min(text.length, from + TRACK_1_MAX);
  for (let at = from; at < limit; at++) {
    const sentinel = characterLength("?", text, at);
    if (sentinel > 0) return at + sentinel;
    if (/["\\&\n\r]/.test(text.charAt(at))) return at;
  }
  return limit;
}

function track2(text: string, group: Group, hasCard: boolean): MaskFinding | undefined {
  const separator = characterLength("=", text, group.to);
  if (separator === 0) return undefined;
  const start = isAccountLong(group) ? characterStart(";", text, group.from) : undefined;
  if (start === undefined && !hasCard) return undefined;
  const data = group.to + separator;
  const hasExpiry = endOfDigits(text, data) - data >= 4 || characterLength("=", text, data) > 0;
  if (!hasExpiry) return undefined;
  return { from: start ?? group.from, to: endOfTrack2(text, data), put: TRACK };
}

function isAccountLong({ from, to }: Group): boolean {
  return to - from >= ACCOUNT_MIN && to - from <= ACCOUNT_MAX;
}

/** Digits, and the separators in the keyed records of one manufacturer. */
function endOfTrack2(text: string, from: number): number {
  let at = from;
  while (/[\d=:]/.test(text.charAt(at))) at++;
  return at + characterLength("?", text, at);
}

const PACKED_EXPIRY = /D\d\d(?:0[1-9]|1[0-2])/iy;

/** Tag 57: the account number, D, YYMM and more, padded with F. */
function packedTrack2(text: string, group: Group, hasCard: boolean): MaskFinding | undefined {
  PACKED_EXPIRY.lastIndex = group.to;
  if (!hasCard || !PACKED_EXPIRY.test(text)) return undefined;
  return { from: group.from, to: endOfHex(text, group.to), put: TRACK };
}

const HEX_CARD_MIN = 26;

/** A card number as hex of its characters (34 31 31 31…), with all hex digits around it. */
export function hexTrackAt(text: string, { from, to }: Group): MaskFinding | undefined {
  const isHexCard = hasHexCard(text, from, to) || hasHexCard(text, from + 1, to);
  if (!isHexCard) return undefined;
  let start = from;
  while (isHexDigit(text.charCodeAt(start - 1))) start--;
  return { from: start, to: endOfHex(text, to), put: TRACK };
}

function hasHexCard(text: string, from: number, to: number): boolean {
  if (to - from < HEX_CARD_MIN) return false;
  let digits = "";
  for (let at = from; at + 1 < to; at += 2) {
    if (text.charAt(at) === "3") {
      digits += text.charAt(at + 1);
      continue;
    }
    if (cardBrand(digits) !== undefined) return true;
    digits = "";
  }
  return cardBrand(digits) !== undefined;
}

function endOfHex(text: string, from: number): number {
  let at = from;
  while (isHexDigit(text.charCodeAt(at))) at++;
  return at;
}
