/** The sentences of the housekeeping tab. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { diskNote, freezeNote, growthText } from "./housekeeping-texts.ts";

const DISK = { databaseBytes: 1, sizes: [], bytesPerDay: null, measuredDays: 0 };

test("the disk says when it is full, or why nobody knows", () => {
  assert.match(diskNote({ ...DISK, freeBytes: null, fullInDays: null }), /another machine/);
  assert.match(diskNote({ ...DISK, freeBytes: 1, fullInDays: null }), /Enough/);
  assert.equal(diskNote({ ...DISK, freeBytes: 1, fullInDays: 1 }), "Full in about 1 day");
  assert.equal(diskNote({ ...DISK, freeBytes: 1, fullInDays: 90 }), "Full in about 90 days");
  assert.match(diskNote({ ...DISK, freeBytes: 1, fullInDays: 9_999 }), /10 years/);
});

test("growth may be unknown or negative, and a very old transaction id is named", () => {
  assert.equal(growthText(null), "—");
  assert.match(growthText(-2_000_000), /^−/);
  assert.match(freezeNote({ age: 50, freezeAge: 200 }), /^25%/);
  assert.match(freezeNote({ age: 500, freezeAge: 200 }), /autovacuum/);
});
