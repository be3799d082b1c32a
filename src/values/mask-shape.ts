/** What the maskers share: a place to mask, and how characters may be written. Knows no secrets. */

/** A stretch of text and what to put in its place. */
export interface Finding {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/** The same word as Secret prints, so that masked text stays as it is when it is masked again. */
export const SECRET = "[secret]";
export const TRACK = "[track]";

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isHexDigit(code: number): boolean {
  const lower = code | 32;
  return isDigit(code) || (lower >= 97 && lower <= 102);
}

/** How long a character is at a place, written as itself or as %XX; 0 when it is not there. */
export function lengthOf(character: string, text: string, at: number): number {
  if (text[at] === character) return 1;
  return isEncoded(character, text, at) ? 3 : 0;
}

/** Where a character begins that ends right before a place, plain or as %XX. */
export function startOf(character: string, text: string, before: number): number | undefined {
  if (text[before - 1] === character) return before - 1;
  return isEncoded(character, text, before - 3) ? before - 3 : undefined;
}

function isEncoded(character: string, text: string, at: number): boolean {
  if (text[at] !== "%") return false;
  const hex = character.charCodeAt(0).toString(16).padStart(2, "0");
  return text.slice(at + 1, at + 3).toLowerCase() === hex;
}

// Blanks and dashes of typesetting: people paste card numbers from documents.
const WIDE_BLANK_OR_DASH = /[\u00a0\u00ad\u2000-\u200d\u2010-\u2015\u202f\u2212\u3000\ufe63\uff0d]/;

/** How long a blank or dash is at a place, plain, typeset, or escaped for a form or for JSON. */
export function separatorLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 32 || code === 45 || code === 43 || code === 9) return 1;
  if (code === 37) return lengthOf(" ", text, at) || lengthOf("-", text, at);
  if (code === 92) return text[at + 1] === "t" ? 2 : 0;
  return code >= 128 && WIDE_BLANK_OR_DASH.test(text.charAt(at)) ? 1 : 0;
}

const ESCAPE = /%[0-9a-f]{2}|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}/iy;
const ESCAPE_MAX = 6;

/**
 * Where an escape that reaches into the digits at `from` ends: "%22" or "\u0001" before a card
 * number look like digits of it. Undefined when there is none.
 */
export function endOfEscape(text: string, from: number): number | undefined {
  for (let back = 1; back < ESCAPE_MAX && back <= from; back++) {
    ESCAPE.lastIndex = from - back;
    if (ESCAPE.test(text) && ESCAPE.lastIndex > from) return ESCAPE.lastIndex;
    ESCAPE.lastIndex = 0;
  }
  return undefined;
}

/**
 * The depth of a quote with this many backslashes before it: 0 for JSON, 1 for JSON in a JSON
 * string, 3 for one more. Backslashes of the text itself come in multiples and drop out.
 */
export function quoteDepth(backslashes: number): number {
  let depth = 0;
  while (backslashes % (2 * (depth + 1)) !== depth) depth = 2 * depth + 1;
  return depth;
}

/** How many backslashes stand right before a place. */
export function backslashesBefore(text: string, at: number): number {
  let from = at;
  while (text.charCodeAt(from - 1) === 92) from--;
  return at - from;
}
