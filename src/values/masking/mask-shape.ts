/** Shared by the maskers: a part of text to mask, and the ways to write a character. */

/** A part of the text and its replacement. */
export interface MaskFinding {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/** Not names of secrets, so that masking masked text again does not change it. */
export const MASKED = "[masked]";
export const TRACK = "[track]";

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isHexDigit(code: number): boolean {
  const lower = code | 32;
  return isDigit(code) || (lower >= 97 && lower <= 102);
}

/** The length of a character at a place, plain or as %XX; 0 if it is not there. */
export function characterLength(character: string, text: string, at: number): number {
  if (text[at] === character) return 1;
  return isEncoded(character, text, at) ? 3 : 0;
}

/** The start of a character, plain or as %XX, that ends right before a place. */
export function characterStart(
  character: string,
  text: string,
  before: number,
): number | undefined {
  if (text[before - 1] === character) return before - 1;
  return isEncoded(character, text, before - 3) ? before - 3 : undefined;
}

function isEncoded(character: string, text: string, at: number): boolean {
  if (text[at] !== "%") return false;
  const hex = character.charCodeAt(0).toString(16).padStart(2, "0");
  return text.slice(at + 1, at + 3).toLowerCase() === hex;
}

/** 1 for every space and dash, including typographic ones: people paste numbers from documents. */
export const SEPARATORS = new Uint8Array(0x10000);
for (const sign of " -+\t\u00a0\u00ad\u202f\u2212\u3000\ufe63\uff0d") {
  SEPARATORS[sign.charCodeAt(0)] = 1;
}
SEPARATORS.fill(1, 0x2000, 0x200e);
SEPARATORS.fill(1, 0x2010, 0x2016);

const ENCODED_SEPARATOR = /^%(?:20|2D|2B|09|C2%A0)/i;

const DOTTED = /\d{4}\.\d{4}\.\d{4}\.\d{4}|\d{4}\.\d{6}\.\d{4,5}/y;
/** How far before one of its points a dotted number may begin. */
const DOTTED_STARTS = [4, 9, 11, 14];

/** Points are separators only in a number that is grouped as on a card, not in amounts. */
function isPointOfCard(text: string, at: number): boolean {
  if (!isDigit(text.charCodeAt(at - 4)) || !isDigit(text.charCodeAt(at + 4))) return false;
  return DOTTED_STARTS.some((before) => {
    DOTTED.lastIndex = at - before;
    return at >= before && DOTTED.test(text) && DOTTED.lastIndex > at;
  });
}

/** The length of a space, dash or point at a place, plain or escaped for a form or for JSON. */
export function separatorLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (SEPARATORS[code] === 1) return 1;
  if (code === 46) return isPointOfCard(text, at) ? 1 : 0;
  if (code === 37) return ENCODED_SEPARATOR.exec(text.slice(at, at + 6))?.[0].length ?? 0;
  return code === 92 && text[at + 1] === "t" ? 2 : 0;
}

const ESCAPE = /%[0-9a-f]{2}|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}/iy;
const ESCAPE_MAX = 6;

/**
 * Returns the end of an escape whose last digits are at `from`, or undefined. "%22" or "\u0001"
 * before a card number look like digits of it.
 */
export function endOfEscape(text: string, from: number): number | undefined {
  for (let back = 1; back < ESCAPE_MAX && back <= from; back++) {
    if (!"%\\".includes(text.charAt(from - back))) continue;
    ESCAPE.lastIndex = from - back;
    if (ESCAPE.test(text) && ESCAPE.lastIndex > from) return ESCAPE.lastIndex;
  }
  return undefined;
}

/** Where masking may begin: at a place, or after the JSON escape (\n, \u0001) that contains it. */
export function outsideEscape(text: string, place: number): number {
  for (let start = place - 1; start >= 0 && place - start < ESCAPE_MAX; start--) {
    if (text.charCodeAt(start) !== 92 || backslashesBefore(text, start) % 2 === 1) continue;
    const end = start + (text[start + 1] === "u" ? 6 : 2);
    return Math.max(place, end);
  }
  return place;
}

/**
 * The nesting of a quote with this many backslashes before it: 0 for JSON, 1 for JSON in a JSON
 * string, 3 for one level more. Backslashes of the text itself come in multiples and do not count.
 */
export function quoteDepth(backslashes: number): number {
  let depth = 0;
  while (backslashes % (2 * (depth + 1)) !== depth) depth = 2 * depth + 1;
  return depth;
}

/** The number of backslashes right before a place. */
export function backslashesBefore(text: string, at: number): number {
  let from = at;
  while (text.charCodeAt(from - 1) === 92) from--;
  return at - from;
}
