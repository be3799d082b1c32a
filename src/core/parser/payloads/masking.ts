/**
 * Masks tracks. All digits are hidden first, and then the allowed ones are shown, so a text that is
 * not understood shows no digit. Pure.
 */

/** `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where the card number and the expiration date are in a track's text. */
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
 * Shows the first six digits, the last four and the expiration date. The character after the end
 * sentinel is always hidden. If `masked` is given, its bytes are overwritten with the mask.
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

/** Blanks between digits do not count. A number that is too short stays hidden completely. */
function visibleSpans(text: string, { number, expiry }: TrackPlaces): readonly Span[] {
  const digits = text.slice(number.from, number.to).replaceAll(" ", "").length;
  const ends = expiry === undefined ? [] : [expiry];
  if (digits < NUMBER_DIGITS_MIN) return ends;
  const first = { from: number.from, to: afterDigits(text, number.from, FIRST) };
  const last = { from: afterDigits(text, number.from, digits - LAST), to: number.to };
  return [first, last, ...ends];
}

/** The position after `count` digits and the blanks between them. */
function afterDigits(text: string, from: number, count: number): number {
  let at = from;
  for (let seen = 0; seen < count; at++) if (text[at] !== " ") seen++;
  return at;
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}

/**
 * Whether a terminal's mask does not fit the clear text: a digit of the mask differs from the digit
 * at the same place. Other characters of the mask (a star, F, X) hide something.
 */
export function contradictsMask(masked: string, clear: string): boolean {
  for (let at = 0; at < masked.length; at++) {
    if (isDigit(masked[at]) && masked[at] !== clear[at]) return true;
  }
  return false;
}
