/** The key and the counter in a KSN. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readKeyCount } from "./journal-entry.ts";

test("X9.24-1: the counter is the low 21 bits of ten bytes", () => {
  for (const [ksn, ksi, counter] of [
    ["FFFF9876543210E00008", "FFFF9876543210E00000", 8],
    ["FFFF9876543210FFFFFF", "FFFF9876543210E00000", 0x1fffff],
    ["FFFF98765432101FFFFF", "FFFF9876543210000000", 0x1fffff],
    ["00000000000000000000", "00000000000000000000", 0],
    ["0000000000000123456A", "00000000000001200000", 0x3456a],
  ] as const) {
    assert.deepEqual(readKeyCount(ksn), { ksi, counter });
  }
});

test("X9.24-3: the counter is the last four bytes of twelve", () => {
  assert.deepEqual(readKeyCount("1234567890123456FFFFFFFF"), {
    ksi: "1234567890123456",
    counter: 0xffffffff,
  });
});

test("data that is not encrypted has no key", () => {
  assert.equal(readKeyCount(""), undefined);
});
