/** Random texts that are difficult to write or read in reports. */
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

/** Values with a special meaning in one of the formats. */
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

/** Texts that differ only for a matcher that confuses plain characters with wildcards. */
export const LOOKALIKES: readonly string[] = [
  ..."abc a_c a%c a*c a?c a\\c axyc a\\_c a\\%c ab% ab_".split(" "),
];

export function randomText(dice: Dice, lengthMax: number): string {
  if (dice.happens(30)) return dice.one(WHOLES);
  if (dice.happens(30)) return dice.one(LOOKALIKES);
  const text = dice.times(dice.between(1, 8), () => dice.one(PIECES)).join("");
  return [...text].slice(0, lengthMax).join("");
}

/** A small set, so that texts repeat and filters find several records. */
export function textPool(dice: Dice, size: number): readonly string[] {
  return dice.times(size, () => randomText(dice, 12));
}
