/**
 * Replaces the decimal digits of every script by 0 to 9, so that card numbers in full-width digits
 * are found too. The text keeps its length, so that a place is the same in both texts.
 */
const ODD_DIGIT = /[^\P{Nd}0-9]/u;
const ODD_DIGITS = /[^\P{Nd}0-9]/gu;
const DIGIT = /\p{Nd}/u;
const CODE_POINT_MAX = 0x1ffff;
/** A percent-encoded character of another script, such as %EF%BC%94. */
const ENCODED = /%[c-f][0-9a-f](?:%[89ab][0-9a-f]){1,3}/i;
const ENCODED_ALL = new RegExp(ENCODED, "gi");
/** Padding after a digit that takes several characters. It is not a character or a separator. */
export const FILLER = "\uffff";

export function withPlainDigits(text: string): string {
  const hasEncoded = text.includes("%") && ENCODED.test(text);
  const plain = hasEncoded ? text.replaceAll(ENCODED_ALL, decodedDigit) : text;
  if (isAscii(plain) || !ODD_DIGIT.test(plain)) return plain;
  return plain.replaceAll(ODD_DIGITS, filledDigit);
}

/** Several times as fast as a regular expression. Most text is ASCII. */
function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

function filledDigit(sign: string): string {
  return String(digitValue(sign.codePointAt(0) ?? 0)).padEnd(sign.length, FILLER);
}

/** Decodes percent-escapes such as %EF%BC%94. */
export function decodePercentEscapes(encoded: string): string {
  return Buffer.from(encoded.replaceAll("%", ""), "hex").toString();
}

function decodedDigit(encoded: string): string {
  const sign = decodePercentEscapes(encoded);
  return ODD_DIGIT.test(sign)
    ? filledDigit(sign).slice(0, 1).padEnd(encoded.length, FILLER)
    : encoded;
}

let zeros: readonly number[] | undefined;

/** In Unicode the ten digits of a script are consecutive, starting with zero. */
function digitValue(codePoint: number): number {
  zeros ??= findZeros();
  const zero = zeros.findLast((one) => one <= codePoint) ?? codePoint;
  return codePoint - zero;
}

function findZeros(): readonly number[] {
  const found: number[] = [];
  for (let at = 0x80; at <= CODE_POINT_MAX; at++) {
    if (!DIGIT.test(String.fromCodePoint(at))) continue;
    found.push(at);
    at += 9;
  }
  return found;
}
