/** A report gives the same rows in whatever pieces it arrives. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RowSplitter } from "./row-splitter.ts";

const writeReport = (rows: readonly unknown[], count = rows.length) =>
  `{"api":"rsapi","version":"3.8","transactions":[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n],"count":${count}}`;

function split(pieces: readonly string[]) {
  const splitter = new RowSplitter();
  const rows = pieces.flatMap((piece) => splitter.push(piece));
  return { rows, isWhole: splitter.isWhole() };
}

test("rows of any content come out of any pieces", () => {
  const row = fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: "grapheme" }), fc.jsonValue()));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), fc.array(fc.nat(40)), (rows, sizes) => {
      const plain = JSON.parse(JSON.stringify(rows));
      const { rows: found, isWhole } = split(cutText(writeReport(plain), sizes));
      assert.deepEqual(found, plain);
      assert.ok(isWhole);
    }),
    { numRuns: 300 },
  );
});

function cutText(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  let rest = text;
  for (const size of sizes) {
    pieces.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return [...pieces, rest];
}

test("a row is given as soon as it is complete", () => {
  const splitter = new RowSplitter();
  assert.deepEqual(splitter.push('{"transactions":[{"a":"}'), []);
  assert.deepEqual(splitter.push('\\"{["}'), [{ a: '}"{[' }]);
  assert.deepEqual(splitter.push(',{"b":[{}]},{'), [{ b: [{}] }]);
  assert.ok(!splitter.isWhole());
});

test("a report that ends early, or counts other rows, is not whole", () => {
  const whole = writeReport([{ a: 1 }, { a: 2 }]);
  assert.ok(split([whole]).isWhole);
  for (let length = 0; length < whole.length; length++) {
    assert.ok(!split([whole.slice(0, length)]).isWhole, whole.slice(0, length));
  }
  assert.ok(!split([writeReport([{ a: 1 }], 2)]).isWhole);
  assert.ok(!split(["The database is away."]).isWhole);
});
