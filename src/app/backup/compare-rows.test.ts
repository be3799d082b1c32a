/** Tests of compare-rows.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compareRows } from "./compare-rows.ts";

const RECORDED = { transactions: [10, 12], accounts: [2, 2] } as const;

function judge(transactions: number, kind: "backup" | "latest") {
  return compareRows(RECORDED, { transactions, accounts: 2 }, { kind }).map(
    ({ isRight }) => isRight,
  );
}

test("a copy of a backup has the rows that were counted around its end", () => {
  assert.deepEqual(judge(10, "backup"), [true, true]);
  assert.deepEqual(judge(12, "backup"), [true, true]);
  assert.deepEqual(judge(9, "backup"), [false, true]);
  assert.deepEqual(judge(13, "backup"), [false, true]);
});

test("a copy with the archive is right after a purge, which removes old transactions", () => {
  assert.deepEqual(judge(9, "latest"), [true, true]);
  assert.deepEqual(judge(500, "latest"), [true, true]);
});

test("a copy with the archive has every account of the backup, because accounts are never removed", () => {
  const judged = compareRows(RECORDED, { transactions: 10, accounts: 1 }, { kind: "latest" });
  assert.deepEqual(
    judged.map(({ isRight }) => isRight),
    [true, false],
  );
});

test("a table that is missing in the copy has no rows", () => {
  const [first] = compareRows({ vault: [1, 1] }, {}, { kind: "backup" });
  assert.deepEqual([first?.found, first?.isRight], [0, false]);
});
