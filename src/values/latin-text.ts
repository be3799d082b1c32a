/**
 * Text in printable ASCII, for files of banks that allow nothing else. Names in other scripts are
 * transliterated: Łukasz becomes LUKASZ and 王 becomes WANG.
 */
import anyAscii from "any-ascii";
import { isHarmless } from "./masking/harmless.ts";

const PLAIN_TEXT = /^[\x20-\x7e]*$/;
const SPACES = /\s+/gu;
/** The library writes emoji as words, such as :grinning:, which are not part of a name. */
const PICTURES = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]/gu;
/** The library answers a question mark for a few characters that it does not know. */
const NOT_WRITTEN = /[^\x20-\x7e]|\?/g;
const LETTER = /[\p{L}\p{N}]/u;
const LATIN_LETTER = /[A-Z0-9]/;

/** In uppercase. Characters without a transliteration are left out. */
export function toLatinText(text: string): string {
  const upper = text.toUpperCase();
  // A shortcut: nearly all text is plain, and a file has many entries.
  if (PLAIN_TEXT.test(upper)) return upper;
  // Composed, because the library reads single characters: Korean syllables and Japanese sounds.
  const letters = upper.normalize("NFC").replaceAll(PICTURES, "").replaceAll(SPACES, " ");
  return anyAscii(letters).toUpperCase().replaceAll(NOT_WRITTEN, "").trim();
}

/** Whether every word with letters or digits keeps some, and the result is not a card number. */
export function canWriteInLatin(text: string): boolean {
  const words = text.split(SPACES).filter((word) => LETTER.test(word));
  const isKept = words.every((word) => LATIN_LETTER.test(toLatinText(word)));
  return words.length > 0 && isKept && isHarmless(toLatinText(text));
}
