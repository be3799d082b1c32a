/** Tests of row-counter.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { csvLine } from "../../../../src/wire/csv.ts";
import { openFormat } from "../../../../src/wire/report-formats.ts";
import { RowCounter } from "./row-counter.ts";

const COLUMNS = [
  { name: "name", kind: "text" },
  { name: "amount", kind: "number" },
] as const;
const NAMES = ["Ada", "a\nline", 'says "hi"\r\n', "</transaction>", "comma, comma"];

/** A report as the reporting engine writes it, from rows of the database's COPY. */
function written(format: "CSV" | "JSON" | "XML", count: number): Uint8Array {
  const { rows, rewriter, head, tail } = openFormat(format, COLUMNS);
  const names = Array.from({ length: count }, (_, at) => NAMES[at % NAMES.length] ?? "");
  const lines = names.map((name) =>
    rows === "csv"
      ? csvLine([name, "1.00"]).replace("\r\n", "\n")
      : `${name.replaceAll("\r", "\\r").replaceAll("\n", "\\n")}\t1.00\n`,
  );
  const body = [...rewriter.write(Buffer.from(lines.join(""))), ...rewriter.end()];
  return Buffer.concat([Buffer.from(head(count)), ...body, Buffer.from(tail(count))]);
}

for (const format of ["CSV", "JSON", "XML"] as const) {
  test(`rows of ${format} are counted, wherever the chunks end`, () => {
    for (const count of [1, 2, 5, 11]) {
      const bytes = written(format, count);
      for (const size of [1, 7, 1_000]) {
        const counter = new RowCounter(format);
        for (let at = 0; at < bytes.length; at += size) counter.add(bytes.subarray(at, at + size));
        assert.equal(counter.rows, count, `${count} in pieces of ${size}`);
      }
    }
  });
}
