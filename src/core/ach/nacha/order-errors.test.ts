/** Records out of order are reported with their line and the expected record. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { GOOD, listFileErrors } from "../../../../test/kit/ach-errors.ts";
import { readAchFile } from "./read-file.ts";

const [header = "", batch = "", entry = "", , , batchEnd = "", fileEnd = ""] = GOOD;
const ORDER: readonly [name: string, lines: readonly string[], errors: readonly string[]][] = [
  ["an empty file", [], ["line 1, file header, sequence: expected one at the start"]],
  [
    "no file header",
    GOOD.slice(1, 7),
    ["line 1, file header, sequence: expected one at the start"],
  ],
  [
    "two file headers",
    [header, ...GOOD.slice(0, 7)],
    ["line 2, file header, sequence: expected only one"],
  ],
  [
    "an entry outside",
    [header, entry, fileEnd],
    [
      "line 2, entry, sequence: expected a batch header before",
      "line 3, file control, batch count: expected 000000, found 000001",
    ],
  ],
  [
    "addenda without an entry",
    GOOD.toSpliced(2, 2),
    [
      "line 3, addenda, sequence: expected an entry before",
      "line 4, batch control, entry count: expected 000001, found 000003",
    ],
  ],
  [
    "a batch in a batch",
    [header, batch, ...GOOD.slice(1, 7)],
    [
      "line 3, batch header, sequence: expected a batch control before",
      "line 3, batch header, batch number: expected a higher one than the batch before",
      "line 8, file control, batch count: expected 000002, found 000001",
    ],
  ],
  [
    "no batch control",
    GOOD.toSpliced(5, 1),
    ["line 6, file control, sequence: expected a batch control before"],
  ],
  [
    "a batch control too many",
    [...GOOD.slice(0, 6), batchEnd, fileEnd],
    ["line 7, batch control, sequence: expected a batch header before"],
  ],
  [
    "no file control",
    GOOD.slice(0, 6),
    ["line 6, file control, sequence: expected one at the end"],
  ],
  [
    "9s and no file control",
    GOOD.toSpliced(6, 1),
    ["line 7, file control, sequence: expected one before 9s"],
  ],
  [
    "something after the end",
    [...GOOD, header],
    ["line 11, file header, sequence: expected only 9s"],
  ],
  [
    "a block filled in part",
    GOOD.slice(0, 8),
    ["line 8, fill, length: expected 9s up to a whole block, or none"],
  ],
];

for (const [name, lines, errors] of ORDER) {
  test(`a wrong order is reported: ${name}`, () =>
    assert.deepEqual(listFileErrors(lines).slice(0, errors.length), errors));
}

test("a file of another kind gives a limited list of errors, and their total number", () => {
  const read = readAchFile("What is this?\n".repeat(5_000));
  assert.ok(read.kind === "invalid");
  assert.equal(read.errors.length, 1_000);
  assert.ok(read.errorCount > 5_000);
});
