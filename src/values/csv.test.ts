/** Tests of csv.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { CsvError, parseCsv } from "./csv.ts";

test("rows have the line on which they began", () => {
  const text = 'a,b\r\n1,"x\ny, ""z"""\n\n,\n"3",\r4';
  assert.deepEqual(parseCsv(text), [
    { line: 1, cells: ["a", "b"] },
    { line: 2, cells: ["1", 'x\ny, "z"'] },
    { line: 5, cells: ["", ""] },
    { line: 6, cells: ["3", ""] },
    { line: 7, cells: ["4"] },
  ]);
  assert.deepEqual(parseCsv("\ufeffa\n"), [{ line: 1, cells: ["a"] }]);
  assert.deepEqual(parseCsv(""), []);
});

test("a quote in a wrong place is an error with its line", () => {
  for (const [text, line] of [
    ['a\nb"c', 2],
    ['a\n"b"c\n', 2],
    ['"open\nstill', 1],
  ] as const) {
    assert.throws(
      () => parseCsv(text),
      new CsvError(`Line ${line}: a quotation mark is not allowed here.`),
    );
  }
});

test("a file of a spreadsheet is read back unchanged", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r\n", "é", " ") });
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 8 });
  fc.assert(
    fc.property(table, (rows) => {
      const written = rows.map((row) =>
        row.map((text) => `"${text.replaceAll('"', '""')}"`).join(","),
      );
      const read = parseCsv(written.join("\r\n")).map(({ cells }) => cells);
      assert.deepEqual(read, rows);
    }),
  );
});
