/** Makes text of an outside system safe to show: short, printable, and without account numbers. */

/** Four or more digits with any separators, because a bank account number can be this short. */
const NUMBER = /\p{Nd}(?:[\s\p{P}\p{S}]{0,3}\p{Nd}){3,}/gu;
/** Control characters, direction marks, unpaired surrogates, and all kinds of spaces. */
const UNPRINTABLE = /[\p{C}\p{Z}]+/gu;

/** Returns an empty text if nothing can be shown. */
export function plainWords(words: string, lengthMax: number): string {
  // Cut before the patterns run, because the text may be very long.
  const start = words.slice(0, lengthMax * 10).normalize("NFKC");
  return cut(start.replaceAll(UNPRINTABLE, " ").replaceAll(NUMBER, "****").trim(), lengthMax);
}

/** Cuts between characters, never within a surrogate pair. */
function cut(line: string, lengthMax: number): string {
  const characters = [...line];
  if (characters.length <= lengthMax) return line;
  const start = characters.slice(0, lengthMax - 1).join("");
  return `${start.trimEnd()}…`;
}
