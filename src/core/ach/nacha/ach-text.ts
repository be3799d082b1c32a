/** Text in the form of ACH files: uppercase ASCII, cut to the width of its field. */

const NOT_PRINTABLE = /[^\x20-\x7e]/gu;
const PLAIN_TEXT = /^[\x20-\x7e]*$/;
const MARKS = /\p{M}/gu;
/** Letters that cannot be decomposed into a plain letter and a mark, and typographic characters. */
const PLAIN: Readonly<Record<string, string>> = {
  Æ: "AE",
  Œ: "OE",
  Ø: "O",
  Ł: "L",
  Đ: "D",
  Ð: "D",
  Þ: "TH",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
};
const REPLACEMENT = "?";

export function achText(text: string, width: number): string {
  return plain(text).slice(0, width).trimEnd();
}

/** The number of positions that a text needs. Some letters become two. */
export function achWidth(text: string): number {
  return plain(text).trimEnd().length;
}

function plain(text: string): string {
  const upper = text.toUpperCase();
  // A shortcut: nearly all text is plain, and a file has many entries.
  if (PLAIN_TEXT.test(upper)) return upper;
  const apart = upper.normalize("NFD").replaceAll(MARKS, "");
  return apart.replaceAll(/\s/gu, " ").replaceAll(NOT_PRINTABLE, plainCharacter);
}

function plainCharacter(character: string): string {
  return PLAIN[character] ?? REPLACEMENT;
}
