/** The sentences of the housekeeping tab. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { diskNote, freezeNote, growthText, nextRunText, purgeState } from "./housekeeping-texts.ts";

const DISK = { databaseBytes: 1, sizes: [], bytesPerDay: 1, measuredDays: 1 };

test("the disk says when it is full, or why nobody knows", () => {
  assert.match(diskNote({ ...DISK, freeBytes: null, fullInDays: null }), /another machine/);
  assert.match(diskNote({ ...DISK, freeBytes: 1, fullInDays: null }), /Enough/);
  const unknown = { ...DISK, bytesPerDay: null, freeBytes: 1, fullInDays: null };
  assert.match(diskNote(unknown), /after a day/);
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

test("a purge is on hold, failed or active, and only the hourly one has no due time", () => {
  const run = { id: "1", dueAt: "", startedAt: "", tookMs: 1, summary: "" };
  const line = { work: "purge", label: "", nextAt: null, doneUpTo: null, isHeld: false };
  assert.equal(purgeState({ ...line, lastRun: null }), "active");
  assert.equal(purgeState({ ...line, lastRun: { ...run, outcome: "failed" } }), "failed");
  assert.equal(purgeState({ ...line, isHeld: true, lastRun: null }), "on hold");
  assert.deepEqual(["retention", "purge"].map(nextRunText), ["Every hour", "Not planned yet"]);
});
