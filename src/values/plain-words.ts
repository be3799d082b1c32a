/** Makes a stranger's words fit to be shown: short, printable, and without anybody's numbers. Pure. */

/** Four digits and more, however they are spaced: a bank account number can be as short as that. */
const NUMBER = /\p{Nd}(?:[\s\p{P}\p{S}]{0,3}\p{Nd}){3,}/gu;
/** Controls, marks that turn the line around, halves of pairs, and every kind of blank. */
const UNPRINTABLE = /[\p{C}\p{Z}]+/gu;

/** Empty where nothing is left that could be shown. */
export function plainWords(words: string, lengthMax: number): string {
  // Long before the patterns see it: a stranger may say anything, at any length.
  const start = words.slice(0, lengthMax * 10).normalize("NFKC");
  return cut(start.replaceAll(UNPRINTABLE, " ").replaceAll(NUMBER, "****").trim(), lengthMax);
}

/** By whole characters, so that no half of one is left. */
function cut(line: string, lengthMax: number): string {
  const characters = [...line];
  if (characters.length <= lengthMax) return line;
  const start = characters.slice(0, lengthMax - 1).join("");
  return `${start.trimEnd()}…`;
}
