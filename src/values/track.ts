/**
 * Reads magnetic stripe data as a keyboard reader sends it (ISO/IEC 7813): track 1, track 2 or
 * both, with or without sentinels. Nothing is stored here, and no error contains track data.
 */
import { passesCheckDigit } from "./card.ts";
import { Secret } from "./secret.ts";

export interface TrackReading {
  readonly number: Secret;
  /** MMYY. It may be in the past. */
  readonly expiration: string;
  /** Only track 1 has names. */
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  /** For the card host, if the whole track has the form that hosts accept. */
  readonly track1: Secret | undefined;
  readonly track2: Secret | undefined;
}

interface Track {
  readonly number: string;
  /** YYMM, if it is one. */
  readonly expiry: string;
  readonly name: string;
  /** The whole track. */
  readonly text: string;
}

/** Start and end sentinels, and line ends. A check character becomes a separate piece. */
const BETWEEN_TRACKS = /[%;?\r\n]/;
// Format code, number, name, expiration, and anything. Track 1 has at most 79 characters.
const TRACK_1 = /^[Bb]([\d ]+)\^([^^]{0,79})\^(.{0,4})/;
const TRACK_2 = /^(\d+)=(.{0,4})/;
const EXPIRY = /^\d\d(?:0[1-9]|1[0-2])$/;
const NUMBER_MIN = 12;
const NUMBER_MAX = 19;
// Without sentinels and check character, a track 1 has at most 76 characters and a track 2 at most 37.
const HOST_TRACK_1 = /^[Bb][ -~]{1,75}$/;
const HOST_TRACK_2 = /^(?=.{14,37}$)\d{12,19}=[\d=]*$/;
const SENTINELS = /^[%;]|\?.?$/gs;

/** With or without sentinels. Undefined: hosts do not accept such a track. */
export function toHostTrack1(text: string): Secret | undefined {
  const track = text.replaceAll(SENTINELS, "");
  return HOST_TRACK_1.test(track) ? new Secret(track) : undefined;
}

export function toHostTrack2(text: string): Secret | undefined {
  const track = text.replaceAll(SENTINELS, "").trimEnd();
  return HOST_TRACK_2.test(track) ? new Secret(track) : undefined;
}

/** Returns undefined if a track is damaged, or if two tracks belong to different cards. */
export function readTracks(text: string): TrackReading | undefined {
  const pieces = text.split(BETWEEN_TRACKS).map((piece) => piece.trimStart());
  const [tracks1, tracks2] = [allOf(pieces, readTrack1), allOf(pieces, readTrack2)];
  const [track = tracks2[0]] = tracks1;
  if (track === undefined || !isWhole(track)) return undefined;
  const [track2 = track, ...others] = tracks2;
  // A third track looks like a damaged second one. A second complete one is from another swipe.
  const mustAgree = [track2, ...[...tracks1, ...others].filter(isWhole)];
  if (!mustAgree.every((other) => isSameCard(track, other))) return undefined;
  return {
    ...namesIn(track.name),
    number: new Secret(track.number),
    expiration: mmyy(track),
    track1: tracks1[0] && toHostTrack1(tracks1[0].text),
    track2: tracks2[0] && toHostTrack2(tracks2[0].text),
  };
}

function allOf(
  pieces: readonly string[],
  read: (piece: string) => Track | undefined,
): readonly Track[] {
  return pieces.flatMap((piece) => read(piece) ?? []);
}

/** The number may contain spaces. */
function readTrack1(piece: string): Track | undefined {
  const match = TRACK_1.exec(piece);
  if (match === null) return undefined;
  const [, number = "", name = "", expiry = ""] = match;
  return { number: number.replaceAll(" ", ""), name, expiry, text: piece };
}

function readTrack2(piece: string): Track | undefined {
  const match = TRACK_2.exec(piece);
  if (match === null) return undefined;
  const [, number = "", expiry = ""] = match;
  return { number, name: "", expiry, text: piece };
}

function isWhole({ number, expiry }: Track): boolean {
  const hasLength = number.length >= NUMBER_MIN && number.length <= NUMBER_MAX;
  return hasLength && passesCheckDigit(number) && EXPIRY.test(expiry);
}

function isSameCard(one: Track, other: Track): boolean {
  return one.number === other.number && one.expiry === other.expiry;
}

function mmyy({ expiry }: Track): string {
  return expiry.slice(2) + expiry.slice(0, 2);
}

/** SURNAME/FIRST MIDDLE.TITLE, padded with spaces. */
function namesIn(name: string): Pick<TrackReading, "firstName" | "lastName"> {
  const [surname = "", ...others] = name.split("/");
  const [first = ""] = others.join("/").split(".");
  return { firstName: first.trim() || undefined, lastName: surname.trim() || undefined };
}
