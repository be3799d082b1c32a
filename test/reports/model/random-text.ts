/** Texts that a careless writer or reader of reports trips over. */
import type { Dice } from "./dice.ts";

const PIECES: readonly string[] = [
  ..."abAB019".split(""),
  ..."%_\\*?'\",;|&<>=+-@#/".split(""),
  ..." \t\n\r".split(""),
  "\r\n",
  "é",
  "e\u0301",
  "ß",
  "漢",
  "😀",
  "\u00a0",
  "\u0085",
  "\u2028",
  "\ufeff",
  "\ufffe",
  "]]>",
  "&amp;",
  "<!--",
  "<![CDATA[",
  '""',
  "\\n",
  "\\u0041",
];

/** Whole values that mean something to one writer or another. */
const WHOLES: readonly string[] = [
  "=1+1",
  "+1",
  "-1",
  "@sum",
  "\tx",
  "\\N",
  "\\.",
  "NULL",
  "null",
  "true",
  '"',
  '""',
  " ",
  ",",
  "%",
  "_",
  "\\",
  "0012",
  "1e5",
  "x\r\ny",
  "Ada",
  "Ada Lovelace",
];

/** Texts that only a reader who takes a plain character for a wildcard mixes up. */
export const LOOKALIKES: readonly string[] = [
  ..."abc a_c a%c a*c a?c a\\c axyc a\\_c a\\%c ab% ab_".split(" "),
];

export function randomText(dice: Dice, lengthMax: number): string {
  if (dice.happens(30)) return dice.one(WHOLES);
  if (dice.happens(30)) return dice.one(LOOKALIKES);
  const text = dice.times(dice.between(1, 8), () => dice.one(PIECES)).join("");
  return [...text].slice(0, lengthMax).join("");
}

/** Few enough that a text comes again, so that filters find more than one. */
export function textPool(dice: Dice, size: number): readonly string[] {
  return dice.times(size, () => randomText(dice, 12));
}
