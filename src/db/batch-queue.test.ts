/** Tests of batch-queue.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { grownOld } from "../../test/kit/young-garbage.ts";
import { BatchQueue } from "./batch-queue.ts";

const WAITING = 8;
const MB_MAX = 2;

/** Rows go through, a few at a time; some are always on the way. */
function grownOldThrough(keysOf: (place: number) => readonly string[]): number {
  const queue = new BatchQueue<object>();
  return grownOld((load, place) => {
    queue.enqueue(load, keysOf(place));
    if (queue.waiting >= WAITING) queue.releaseBatch(queue.takeBatch(WAITING / 2));
  });
}

function assertYoung(mb: number): void {
  assert.ok(mb < MB_MAX, `${mb} MB`);
}

test("rows that are out are collected while they are young", () => {
  assertYoung(grownOldThrough(() => []));
});

test("so are rows with keys", () => {
  assertYoung(grownOldThrough((place) => [`key ${place}`]));
});

test("so are rows that wait in line for one key", () => {
  assertYoung(grownOldThrough((place) => [`key ${place % 3}`]));
});
