/** Text as ACH files can carry it: upper-case ASCII, cut to the width of its field. */

const NOT_PRINTABLE = /[^\x20-\x7e]/gu;
const PLAIN_TEXT = /^[\x20-\x7e]*$/;
const MARKS = /\p{M}/gu;
/** Letters that do not come apart into a plain one and a mark, and what typing programs insert. */
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

/** How many positions a text takes when it is not cut: some letters become two. */
export function achWidth(text: string): number {
  return plain(text).trimEnd().length;
}

function plain(text: string): string {
  const upper = text.toUpperCase();
  // Nearly all text is plain already, and a file has many entries.
  if (PLAIN_TEXT.test(upper)) return upper;
  const apart = upper.normalize("NFD").replaceAll(MARKS, "");
  return apart.replaceAll(/\s/gu, " ").replaceAll(NOT_PRINTABLE, plainCharacter);
}

function plainCharacter(email: string): string {
  return PLAIN[email] ?? REPLACEMENT;
}
