/** Writes rows as objects of a JSON array. */
import { type Replacements, RowRewriter } from "./row-rewriter.ts";

export interface JsonColumn {
  readonly name: string;
  /** A flag is 1 or 0 in the input. */
  readonly kind: "text" | "number" | "flag";
}

const CONTROLS = Array.from({ length: 32 }, (_, code) => code);

const TEXT: Replacements = new Map([
  ...CONTROLS.map((code) => [code, unicodeEscape(code)] as const),
  [34, '\\"'],
]);

const FLAG: Replacements = new Map([
  [48, "false"],
  [49, "true"],
]);

const BYTES: Readonly<Record<JsonColumn["kind"], Replacements>> = {
  text: TEXT,
  number: new Map(),
  flag: FLAG,
};

/** COPY and JSON have the same escapes, except for the vertical tab. */
const ESCAPES: Replacements = new Map([
  ..."bfnrt".split("").map((letter) => [letter.charCodeAt(0), `\\${letter}`] as const),
  ["v".charCodeAt(0), unicodeEscape(11)],
  ["\\".charCodeAt(0), "\\\\"],
]);

function unicodeEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

export function jsonRows(columns: readonly JsonColumn[]): RowRewriter {
  const quoteOf = (column: JsonColumn | undefined) => (column?.kind === "text" ? '"' : "");
  return new RowRewriter({
    before: columns.map((column, place) => {
      const open = place === 0 ? "{" : `${quoteOf(columns[place - 1])},`;
      return `${open}${JSON.stringify(column.name)}:${quoteOf(column)}`;
    }),
    // A number that is absent is an empty text.
    empty: columns.map(({ kind }) => (kind === "number" ? '""' : "")),
    after: `${quoteOf(columns.at(-1))}}`,
    between: ",\n",
    bytes: columns.map(({ kind }) => BYTES[kind]),
    escapes: ESCAPES,
  });
}
