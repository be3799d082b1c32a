/** Writes rows as XML elements, with valid names and values. */
import { type Replacements, RowRewriter } from "./row-rewriter.ts";

/** Replaces characters that XML does not allow. */
const REPLACEMENT_CHARACTER = "\ufffd";
const CONTROLS = Array.from({ length: 32 }, (_, code) => code);

const TEXT: Replacements = new Map([
  ...CONTROLS.map((code) => [code, REPLACEMENT_CHARACTER] as const),
  [38, "&amp;"],
  [60, "&lt;"],
  [62, "&gt;"],
]);

/** A carriage return is escaped, because XML readers turn CRLF into a line feed. */
const ESCAPES: Replacements = new Map(
  Object.entries({
    n: "\n",
    r: "&#13;",
    t: "\t",
    b: REPLACEMENT_CHARACTER,
    f: REPLACEMENT_CHARACTER,
    v: REPLACEMENT_CHARACTER,
    "\\": "\\",
  }).map(([letter, text]) => [letter.charCodeAt(0), text] as const),
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
    noncharacter: REPLACEMENT_CHARACTER,
  });
}

// XML 1.0, 2.3: NameStartChar beyond ASCII, and the characters that NameChar adds.
const STARTS: readonly (readonly [first: number, last: number])[] = [
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
  [0x10000, 0xeffff],
];
const LATER: typeof STARTS = [
  [0xb7, 0xb7],
  [0x300, 0x36f],
  [0x203f, 0x2040],
];

function isName(sign: string, isStart: boolean): boolean {
  const code = sign.codePointAt(0) ?? 0;
  const isInRange = ([first, last]: readonly [number, number]) => code >= first && code <= last;
  if (/[A-Za-z_]/.test(sign) || STARTS.some(isInRange)) return true;
  return !isStart && (/[-.0-9]/.test(sign) || LATER.some(isInRange));
}

/** ISO/IEC 9075-14, 9.1: characters that a name cannot have are written as `_xHHHH_`. */
export function xmlName(text: string): string {
  return Array.from(text, (sign, place) => {
    const isAllowed = isName(sign, place === 0) && !isEscapeLike(text, sign, place);
    return isAllowed ? sign : `_x${hex(sign)}_`;
  }).join("");
}

function isEscapeLike(text: string, sign: string, place: number): boolean {
  return sign === "_" && Array.from(text)[place + 1] === "x";
}

function hex(sign: string): string {
  return (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
