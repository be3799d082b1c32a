/** Rows of COPY, split at any byte, become CSV, JSON and XML that can be read back unchanged. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Element, parseCsv, parseXml } from "../../test/kit/read-back.ts";
import { CsvRewriter, csvLine } from "./csv.ts";
import { jsonRows } from "./json-rows.ts";
import { xmlName, xmlRows } from "./xml.ts";

type Rows = readonly (readonly string[])[];

const TEXT_ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

/** As COPY writes it (format text). */
function copyText(rows: Rows): Buffer {
  const value = (text: string) =>
    text.replace(/[\\\b\f\n\r\t\v]/g, (sign) => TEXT_ESCAPES[sign] ?? "");
  return Buffer.from(rows.map((row) => `${row.map(value).join("\t")}\n`).join(""));
}

/** As COPY writes it (format csv). */
function copyCsv(rows: Rows): Buffer {
  const value = (text: string) =>
    /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return Buffer.from(rows.map((row) => `${row.map(value).join(",")}\n`).join(""));
}

interface Rewriter {
  write(chunk: Buffer): readonly Buffer[];
  end(): readonly Buffer[];
}

/** Splits the bytes anywhere, also within a character. */
function rewrite(rewriter: Rewriter, bytes: Buffer, cuts: readonly number[]): string {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort(
    (one, other) => one - other,
  );
  const out: Buffer[] = [];
  for (const [at, place] of places.entries()) {
    out.push(...rewriter.write(bytes.subarray(place, places[at + 1] ?? bytes.length)));
  }
  out.push(...rewriter.end());
  return Buffer.concat(out).toString("utf8");
}

const sign = fc.oneof(
  fc.constantFrom('"', "\\", ",", "\n", "\r", "\t", "<", "&", ">", "'", "\v", "\b", "n", "="),
  fc.constantFrom("é", "€", "😀", "\ufffe", "\uffff", "\uffbf", "\u0001", "\u007f", "]]>"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
);
const text = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(""));
const long = fc.nat({ max: 90_000 }).map((length) => "long \n".repeat(length / 6));
const WIDTH = 4;
const table = fc.record({
  rows: fc.array(
    fc.array(fc.oneof({ weight: 60, arbitrary: text }, long), {
      minLength: WIDTH,
      maxLength: WIDTH,
    }),
    { minLength: 1, maxLength: 8 },
  ),
  cuts: fc.array(fc.nat({ max: 400_000 }), { maxLength: 12 }),
});
const NAMES = ["one", "two", "three", "four"];

test("CSV ends its lines with CRLF and keeps every value", () => {
  fc.assert(
    fc.property(table, ({ rows, cuts }) => {
      assert.deepEqual(parseCsv(rewrite(new CsvRewriter(), copyCsv(rows), cuts)), rows);
    }),
    { numRuns: 300 },
  );
});

test("JSON keeps every value", () => {
  const columns = NAMES.map((name) => ({ name, kind: "text" as const }));
  fc.assert(
    fc.property(table, ({ rows, cuts }) => {
      const written = rewrite(jsonRows(columns), copyText(rows), cuts);
      const read = JSON.parse(`[${written}]`) as Record<string, string>[];
      assert.deepEqual(read.map(Object.values), rows);
      assert.deepEqual(Object.keys(read[0] ?? {}), NAMES);
    }),
    { numRuns: 300 },
  );
});

test("XML keeps every value that XML allows", () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they may not stand in XML
  const lost = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
  fc.assert(
    fc.property(table, ({ rows, cuts }) => {
      const written = rewrite(xmlRows("row", NAMES), copyText(rows), cuts);
      const { children } = parseXml(`<all>${written}</all>`);
      const values = children.map((row: Element) => row.children.map(({ text }) => text));
      assert.deepEqual(
        values,
        rows.map((row) => row.map((value) => value.replace(lost, "\ufffd"))),
      );
    }),
    { numRuns: 300 },
  );
});

test("JSON writes flags as booleans and amounts as numbers", () => {
  const columns = [
    { name: "keyed", kind: "flag" },
    { name: "amount", kind: "number" },
    { name: "swiped", kind: "flag" },
  ] as const;
  const written = rewrite(jsonRows(columns), Buffer.from("1\t12.30\t0\n0\t0.00\t1\n"), []);
  assert.equal(
    written,
    '{"keyed":true,"amount":12.30,"swiped":false},\n{"keyed":false,"amount":0.00,"swiped":true}',
  );
});

test("JSON writes an absent number as an empty text, wherever the bytes are split", () => {
  const columns = ["number", "text", "number", "number"].map((kind, at) => ({
    name: `c${at}`,
    kind: kind as "number" | "text",
  }));
  const number = fc.constantFrom("", "0.00", "12.30");
  const row = fc.tuple(number, fc.oneof(text, long), number, number);
  const some = fc.array(row, { minLength: 1, maxLength: 8 });
  const cuts = fc.array(fc.nat({ max: 400_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(some, cuts, (rows, places) => {
      const written = rewrite(jsonRows(columns), copyText(rows), places);
      const read = JSON.parse(`[${written}]`) as Record<string, unknown>[];
      const expected = rows.map((values) =>
        values.map((value, at) => (at === 1 || value === "" ? value : Number(value))),
      );
      assert.deepEqual(read.map(Object.values), expected);
    }),
    { numRuns: 300 },
  );
});

test("a header quotes values that need quotes", () => {
  assert.equal(csvLine(["a", 'b,"c"', "d\ne"]), 'a,"b,""c""","d\ne"\r\n');
});

test("a name that XML does not allow is escaped as in SQL/XML", () => {
  assert.equal(xmlName("Membership number"), "Membership_x0020_number");
  assert.equal(xmlName("1st"), "_x0031_st");
  assert.equal(xmlName("a_x0020_b"), "a_x005F_x0020_b");
  assert.equal(xmlName("größe"), "größe");
  assert.equal(xmlName("-"), "_x002D_");
  assert.equal(xmlName("a²"), "a_x00B2_");
});
