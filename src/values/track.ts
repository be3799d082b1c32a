/**
 * Magnetic stripes as a reader types them in (ISO/IEC 7813): track 1, track 2 or both, with or
 * without sentinels. Nothing here keeps a track, or says in an error what stood on it.
 */
import { passesCheckDigit } from "./card.ts";
import { Secret } from "./secret.ts";

export interface TrackReading {
  readonly number: Secret;
  /** MMYY. Whether it is past is for others to judge. */
  readonly expiration: string;
  /** Only track 1 has names. */
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
}

interface Track {
  readonly number: string;
  /** YYMM, if it is one. */
  readonly expiry: string;
  readonly name: string;
}

/** Start and end sentinels, and line ends. A check character is left as a piece of its own. */
const BETWEEN_TRACKS = /[%;?\r\n]/;
// Format code, number, name, expiry, and anything. A track 1 is 79 characters long at most.
const TRACK_1 = /^[Bb]([\d ]+)\^([^^]{0,79})\^(.{0,4})/;
const TRACK_2 = /^(\d+)=(.{0,4})/;
const EXPIRY = /^\d\d(?:0[1-9]|1[0-2])$/;
const NUMBER_MIN = 12;
const NUMBER_MAX = 19;

/** Nothing where a track is damaged, or where two tracks are not of one card. */
export function readTracks(text: string): TrackReading | undefined {
  const pieces = text.split(BETWEEN_TRACKS).map((piece) => piece.trim());
  const [tracks1, tracks2] = [allOf(pieces, readTrack1), allOf(pieces, readTrack2)];
  const [track = tracks2[0]] = tracks1;
  if (track === undefined || !isWhole(track)) return undefined;
  const [track2 = track, ...others] = tracks2;
  // A third track reads like a second one that is damaged; a whole one is of another swipe.
  const mustAgree = [track2, ...[...tracks1, ...others].filter(isWhole)];
  if (!mustAgree.every((other) => isSameCard(track, other))) return undefined;
  return { ...namesIn(track.name), number: new Secret(track.number), expiration: mmyy(track) };
}

function allOf(
  pieces: readonly string[],
  read: (piece: string) => Track | undefined,
): readonly Track[] {
  return pieces.flatMap((piece) => read(piece) ?? []);
}

/** Blanks may stand between the digits of the number. */
function readTrack1(piece: string): Track | undefined {
  const match = TRACK_1.exec(piece);
  if (match === null) return undefined;
  const [, number = "", name = "", expiry = ""] = match;
  return { number: number.replaceAll(" ", ""), name, expiry };
}

function readTrack2(piece: string): Track | undefined {
  const match = TRACK_2.exec(piece);
  if (match === null) return undefined;
  const [, number = "", expiry = ""] = match;
  return { number, name: "", expiry };
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

/** SURNAME/FIRST MIDDLE.TITLE, filled up with blanks. */
function namesIn(name: string): Pick<TrackReading, "firstName" | "lastName"> {
  const [surname = "", ...others] = name.split("/");
  const [first = ""] = others.join("/").split(".");
  return { firstName: first.trim() || undefined, lastName: surname.trim() || undefined };
}
