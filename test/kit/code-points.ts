/** Random texts of any characters, and random parts of URLs. */
import fc from "fast-check";

const SURROGATES = { first: 0xd800, count: 0x800 };
const LAST = 0x10ffff;

/**
 * A unit for `fc.string`: any code point except half of a surrogate pair, as often from ASCII as from
 * the rest. The unit "binary" has the same characters, but fast-check needs 1.8 s of processor time
 * in each process to prepare it.
 */
export const anyCodePoint = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }).map((code) => String.fromCodePoint(code)),
  fc
    .integer({ min: 0, max: LAST - SURROGATES.count })
    .map((code) => String.fromCodePoint(skipSurrogates(code))),
);

function skipSurrogates(code: number): number {
  return code < SURROGATES.first ? code : code + SURROGATES.count;
}

const URL_CHARACTERS = [..."abcxyzABCXYZ0189-._~!$&'()*+,;=:@/?"];

/**
 * A unit for `fc.string`: a character of a URL's path or fragment, sometimes percent-encoded. It
 * replaces `fc.webPath` and `fc.webFragments`, which prepare the unit "binary", too.
 */
export const anyUrlCharacter = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(...URL_CHARACTERS) },
  { weight: 1, arbitrary: anyCodePoint.map(encodeURIComponent) },
);
