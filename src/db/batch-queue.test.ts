/** Tests of batch-queue.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { grownOld } from "../../test/kit/young-garbage.ts";
import { BatchQueue } from "./batch-queue.ts";

const WAITING = 8;
const MB_MAX = 2;

/** Moves rows through the queue, a few at a time. Some always wait. */
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

test("finished rows are garbage collected while they are young", () => {
  assertYoung(grownOldThrough(() => []));
});

test("finished rows with keys are garbage collected while they are young", () => {
  assertYoung(grownOldThrough((place) => [`key ${place}`]));
});

test("finished rows that waited for one key are garbage collected while they are young", () => {
  assertYoung(grownOldThrough((place) => [`key ${place % 3}`]));
});
