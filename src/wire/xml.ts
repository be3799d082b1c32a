/** Elements of an XML document, a row each, and names and values that XML can hold. */
import { type Replacements, RowRewriter } from "./row-rewriter.ts";

/** For what no XML document can hold. */
const LOST = "\ufffd";
const CONTROLS = Array.from({ length: 32 }, (_, code) => code);

const TEXT: Replacements = new Map([
  ...CONTROLS.map((code) => [code, LOST] as const),
  [38, "&amp;"],
  [60, "&lt;"],
  [62, "&gt;"],
]);

/** A reader would make one line feed of a carriage return and a line feed. */
const ESCAPES: Replacements = new Map(
  Object.entries({ n: "\n", r: "&#13;", t: "\t", b: LOST, f: LOST, v: LOST, "\\": "\\" }).map(
    ([letter, text]) => [letter.charCodeAt(0), text] as const,
  ),
);

export function xmlRows(row: string, columns: readonly string[]): RowRewriter {
  const names = columns.map(xmlName);
  return new RowRewriter({
    before: names.map((name, place) => {
      const open = place === 0 ? `<${row}>` : `</${names[place - 1]}>`;
      return `${open}<${name}>`;
    }),
    after: `</${names.at(-1)}></${row}>\n`,
    between: "",
    bytes: names.map(() => TEXT),
    escapes: ESCAPES,
  });
}

const START = /[\p{L}_]/u;
const PART = /[\p{L}\p{N}_.-]/u;

/** ISO/IEC 9075-14, 9.1: what cannot stand in a name is written as `_xHHHH_`. */
export function xmlName(text: string): string {
  return Array.from(text, (sign, place) => {
    const isAllowed = (place === 0 ? START : PART).test(sign) && !isEscapeLike(text, sign, place);
    return isAllowed ? sign : `_x${hex(sign)}_`;
  }).join("");
}

function isEscapeLike(text: string, sign: string, place: number): boolean {
  return sign === "_" && Array.from(text)[place + 1] === "x";
}

function hex(sign: string): string {
  return (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
