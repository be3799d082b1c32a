/**
 * Reads magnetic stripe tracks (ISO/IEC 7813; ISO/IEC 7811-6 for packed symbols) and typed cards.
 * Each function takes clear text and returns a track, or undefined for any other text. Pure.
 */
import { Secret } from "../../../values/secret.ts";
import { toHex } from "./encoded-bytes.ts";
import { maskTrack, type TrackPlaces } from "./masking.ts";
import type { TrackData } from "./reading.ts";

/** The card fields in one track. */
export interface TrackCard {
  readonly number: string;
  /** YYMM. */
  readonly expiry?: string | undefined;
  readonly serviceCode?: string | undefined;
  readonly discretionary?: string | undefined;
  readonly name?: string | undefined;
  readonly verification?: string | undefined;
}

export interface CardTrack {
  readonly data: TrackData;
  /** The clear text, to compare with masks. */
  readonly text: string;
  readonly card: TrackCard;
}

const TRACK_1_MAX = 79;
const TRACK_2_MAX = 40;
const NUMBER_MIN = 12;
const NUMBER_MAX = 19;
const EXPIRY_DIGITS = 4;
// Format code B, number (with blanks), name, expiry or ^, service code or ^, anything, end, LRC.
const TRACK_1 =
  /^(%?)B([\d ]{12,26})\^([ ->@-\]_-~]{0,40})\^(\d{4}|\^)(\d{3}|\^)?([ ->@-_]*)(\?.?)?$/s;
const TRACK_2 = /^(;?)(\d{12,19})=(\d{4}|=)(\d{3}|=)?([0-9:<=>]*)(\?.?)?$/s;
const KEYED = /^(;?)(\d{12,19})=(\d{4})?(?::(\d{0,4}))?(\?.?)?$/s;
const PACKED = /^B(\d{12,19}D[\dD]{0,33})F([0-9A-F])?/;
const EQUIVALENT = /^(\d{12,19})D(\d{4}|D)(\d{3}|D)?(\d*)F?$/;

export function isExpiry(text: string | undefined): text is string {
  return text !== undefined && /^\d\d(?:0[1-9]|1[0-2])$/.test(text);
}

/** 7813, 4: format B. There are sentinels on both sides or on none. */
export function readTrack1(text: string): CardTrack | undefined {
  const match = text.length > TRACK_1_MAX ? null : TRACK_1.exec(text);
  if (match === null) return undefined;
  const [, start = "", digits = "", name = "", expiry = "", service, discretionary, end] = match;
  const number = digits.replaceAll(" ", "");
  if (!hasBothSentinels(start, end) || !isDatedOrNot(expiry, "^")) return undefined;
  if (number.length < NUMBER_MIN || number.length > NUMBER_MAX) return undefined;
  const from = start.length + 1;
  const expiryAt = from + digits.length + name.length + 2;
  const places = trackPlaces(from, digits.length, isDated(expiry) ? expiryAt : undefined);
  const card = { number, expiry, serviceCode: service, discretionary, name };
  return { text, card: withoutSeparators(card, "^"), data: textTrack(text, places) };
}

/** 7813, 5. */
export function readTrack2(text: string): CardTrack | undefined {
  const match = text.length > TRACK_2_MAX ? null : TRACK_2.exec(text);
  if (match === null) return undefined;
  const [, start = "", number = "", expiry = "", service, discretionary, end] = match;
  if (!hasBothSentinels(start, end) || !isDatedOrNot(expiry, "=")) return undefined;
  const card = { number, expiry, serviceCode: service, discretionary };
  return {
    text,
    card: withoutSeparators(card, "="),
    data: textTrack(text, track2Places(start, number, expiry)),
  };
}

/** How a terminal sends a typed card: `;number=YYMM:verification?`. */
export function readKeyed(text: string): CardTrack | undefined {
  const match = text.length > TRACK_2_MAX ? null : KEYED.exec(text);
  if (match === null) return undefined;
  const [, start = "", number = "", expiry, verification, end] = match;
  if (!hasBothSentinels(start, end) || (expiry !== undefined && !isExpiry(expiry)))
    return undefined;
  const card = { number, expiry, verification: verification || undefined };
  return { text, card, data: textTrack(text, track2Places(start, number, expiry)) };
}

/** 7811-6, four bits per symbol: B is the start, D the separator, F the end, then the LRC. */
export function readPackedTrack2(bytes: Uint8Array): CardTrack | undefined {
  const match = PACKED.exec(toHex(bytes));
  if (match === null) return undefined;
  const [packed, symbols = "", check] = match;
  const lrc = check === undefined ? "" : String.fromCharCode(0x30 + Number.parseInt(check, 16));
  const track = readTrack2(`;${symbols.replaceAll("D", "=")}?${lrc}`);
  if (track === undefined) return undefined;
  const whole = packed.padEnd(packed.length + (packed.length % 2), "0");
  return { ...track, data: { ...track.data, decrypted: new Secret(whole) } };
}

/** EMV tag 57 (Book 3, annex A). The month is checked with tag 5F24 in extract-card.ts. */
export function readEquivalent(value: Uint8Array): CardTrack | undefined {
  const text = toHex(value);
  const match = EQUIVALENT.exec(text);
  if (match === null) return undefined;
  const [, number = "", expiry = "", service, discretionary] = match;
  const data: TrackData = {
    decrypted: new Secret(text),
    length: text.length,
    ascii: new Secret(text),
    masked: maskTrack(text, track2Places("", number, expiry)),
  };
  const card = { number, expiry, serviceCode: service, discretionary };
  return { text, card: withoutSeparators(card, "D"), data };
}

/** Issuers use different formats for track 3, so it is returned as it is and masked completely. */
export function readTrack3(text: string): TrackData {
  return textTrack(text, undefined);
}

function textTrack(text: string, places: TrackPlaces | undefined): TrackData {
  const bytes = Buffer.from(text, "latin1");
  return {
    decrypted: new Secret(toHex(bytes)),
    length: text.length,
    ascii: new Secret(text),
    masked: maskTrack(text, places, bytes),
  };
}

function track2Places(start: string, number: string, expiry: string | undefined): TrackPlaces {
  const expiryAt = start.length + number.length + 1;
  return trackPlaces(start.length, number.length, isDated(expiry) ? expiryAt : undefined);
}

/** Without an expiration date, the characters in its place stay hidden. */
function trackPlaces(numberAt: number, numberLength: number, expiryAt?: number): TrackPlaces {
  const number = { from: numberAt, to: numberAt + numberLength };
  return expiryAt === undefined
    ? { number }
    : { number, expiry: { from: expiryAt, to: expiryAt + EXPIRY_DIGITS } };
}

function isDated(expiry: string | undefined): boolean {
  return expiry?.length === EXPIRY_DIGITS;
}

function hasBothSentinels(start: string, end: string | undefined): boolean {
  return (start === "") === (end === undefined);
}

function isDatedOrNot(expiry: string, separator: string): boolean {
  return expiry === separator || isExpiry(expiry);
}

/** A separator in place of a field means that the card does not have the field. */
function withoutSeparators(card: TrackCard, separator: string): TrackCard {
  const { number, expiry, serviceCode, discretionary, name } = card;
  const withoutSeparators = {
    number,
    expiry: expiry === separator ? undefined : expiry,
    serviceCode: serviceCode === separator ? undefined : serviceCode,
    discretionary: discretionary || undefined,
  };
  return name === undefined ? withoutSeparators : { ...withoutSeparators, name };
}
