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
const FIRST = 6;
const LAST = 4;

/** First six, last four, expiry; the character behind the end sentinel is hidden, digit or not. */
export function maskTrack(text: string, places: TrackPlaces | undefined): string {
  const hidden = Array.from(text, (character) => (isDigit(character) ? "*" : character));
  if (places !== undefined) {
    uncoverNumber(hidden, text, places.number);
    if (places.expiry !== undefined) uncover(hidden, text, places.expiry);
  }
  const check = text.indexOf("?") + 1;
  if (check > 0 && check < text.length) hidden[check] = "*";
  return hidden.join("");
}

/** Blanks between the digits do not count. A number that is too short stays hidden as a whole. */
function uncoverNumber(hidden: string[], text: string, { from, to }: Span): void {
  const digits: number[] = [];
  for (let at = from; at < to; at++) if (isDigit(text[at])) digits.push(at);
  if (digits.length < NUMBER_DIGITS_MIN) return;
  for (const at of [...digits.slice(0, FIRST), ...digits.slice(-LAST)])
    hidden[at] = text[at] ?? "*";
}

function uncover(hidden: string[], text: string, { from, to }: Span): void {
  for (let at = from; at < to; at++) hidden[at] = text[at] ?? "*";
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
