/**
 * Masks over tracks. A mask starts with every digit hidden and uncovers what may be seen, so that
 * text nobody understands shows none at all. Pure.
 */

/** From a character up to, not including, another. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where in a track's text the things are that may be seen in part. */
export interface TrackPlaces {
  readonly number: Span;
  readonly expiry?: Span;
}

const NUMBER_DIGITS_MIN = 12;
const ZERO = 0x30;
const NINE = 0x39;
const STAR = 0x2a;
const FIRST = 6;
const LAST = 4;

/**
 * First six, last four, expiry; the character behind the end sentinel is hidden, digit or not. The
 * text's own bytes are written over where they are given, and left with nothing but the mask.
 */
export function maskTrack(
  text: string,
  places: TrackPlaces | undefined,
  masked: Buffer = Buffer.from(text, "latin1"),
): string {
  for (let at = 0; at < masked.length; at++) {
    const byte = masked[at] ?? 0;
    if (byte >= ZERO && byte <= NINE) masked[at] = STAR;
  }
  for (const { from, to } of places === undefined ? [] : visibleSpans(text, places)) {
    for (let at = from; at < to; at++) masked[at] = text.charCodeAt(at);
  }
  const check = text.indexOf("?") + 1;
  if (check > 0 && check < masked.length) masked[check] = STAR;
  return masked.toString("latin1");
}

/** Blanks between the digits do not count. A number that is too short stays hidden as a whole. */
function visibleSpans(text: string, { number, expiry }: TrackPlaces): readonly Span[] {
  const digits = text.slice(number.from, number.to).replaceAll(" ", "").length;
  const ends = expiry === undefined ? [] : [expiry];
  if (digits < NUMBER_DIGITS_MIN) return ends;
  const first = { from: number.from, to: afterDigits(text, number.from, FIRST) };
  const last = { from: afterDigits(text, number.from, digits - LAST), to: number.to };
  return [first, last, ...ends];
}

/** Where so many digits, with the blanks among them, are over. */
function afterDigits(text: string, from: number, count: number): number {
  let at = from;
  for (let seen = 0; seen < count; at++) if (text[at] !== " ") seen++;
  return at;
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}

/**
 * Whether a terminal's own mask belongs to other clear text: a digit of the mask that is not the
 * clear text's at the same place. Whatever is no digit (a star, an F, an X) hides something.
 */
export function contradicts(masked: string, clear: string): boolean {
  for (let at = 0; at < masked.length; at++) {
    if (isDigit(masked[at]) && masked[at] !== clear[at]) return true;
  }
  return false;
}
