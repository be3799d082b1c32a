/** Tests of wal-segments.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isSegmentName,
  listSegments,
  parseWalPosition,
  segmentName,
  segmentNumber,
  segmentStart,
  takeUnbroken,
  writeWalPosition,
} from "./wal-segments.ts";

test("segments have the names that pg_walfile_name() gives", () => {
  for (const [position, name] of [
    ["0/3000028", "000000010000000000000003"],
    ["0/FF000001", "0000000100000000000000FF"],
    ["1/1", "000000010000000100000000"],
    ["2A/10ABCDEF", "000000010000002A00000010"],
  ] as const) {
    assert.equal(segmentName(1, segmentNumber(parseWalPosition(position))), name);
    assert.ok(isSegmentName(name));
  }
  assert.equal(segmentName(18, 3), "000000120000000000000003");
});

test("positions are read and written alike", () => {
  for (const text of ["0/0", "0/3000028", "1/0", "2A/10ABCDEF"]) {
    assert.equal(writeWalPosition(parseWalPosition(text)), text);
  }
  assert.equal(writeWalPosition(segmentStart(256)), "1/0");
});

test("a list of segments includes both ends", () => {
  const names = listSegments(1, parseWalPosition("0/FE000028"), parseWalPosition("1/1"));
  assert.deepEqual(
    names.map((name) => name.slice(8)),
    ["00000000000000FE", "00000000000000FF", "0000000100000000"],
  );
});

test("segments after a gap are not taken", () => {
  const names = new Set([3, 4, 6].map((number) => segmentName(1, number)));
  assert.deepEqual(takeUnbroken(names, 1, 3), [segmentName(1, 3), segmentName(1, 4)]);
  assert.deepEqual(takeUnbroken(names, 1, 5), []);
});
