/** Makes a provider's words fit to be shown: short, printable, and without anybody's numbers. Pure. */
const LENGTH_MAX = 100;
const NOTHING_SAID = "Account not verified";

/** Four digits and more, however they are spaced: a bank account number can be as short as that. */
const NUMBER = /\p{Nd}(?:[\s\p{P}\p{S}]{0,3}\p{Nd}){3,}/gu;
/** Controls, marks that turn the line around, halves of pairs, and every kind of blank. */
const UNPRINTABLE = /[\p{C}\p{Z}]+/gu;

export function plainReason(words: string): string {
  // Long before the patterns see it: a provider may say anything, at any length.
  const start = words.slice(0, LENGTH_MAX * 10).normalize("NFKC");
  const line = start.replaceAll(UNPRINTABLE, " ").replaceAll(NUMBER, "****").trim();
  return line === "" ? NOTHING_SAID : cut(line);
}

/** By whole characters, so that no half of one is left. */
function cut(line: string): string {
  const characters = [...line];
  if (characters.length <= LENGTH_MAX) return line;
  return `${characters
    .slice(0, LENGTH_MAX - 1)
    .join("")
    .trimEnd()}…`;
}
