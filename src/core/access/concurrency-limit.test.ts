/** Tests of concurrency-limit.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConcurrencyLimit, TooManyWaiting } from "./concurrency-limit.ts";

/** Work that the test ends. */
function openWork(concurrencyLimit: ConcurrencyLimit) {
  const running: (() => void)[] = [];
  const started: number[] = [];
  const start = (name: number) =>
    concurrencyLimit.pass(
      () =>
        new Promise<number>((resolve) => {
          started.push(name);
          running.push(() => resolve(name));
        }),
    );
  return { start, started, endOldest: () => running.shift()?.() };
}

test("the limits of running and waiting work hold, and work beyond them is refused at once", async () => {
  const concurrencyLimit = new ConcurrencyLimit({ atOnceMax: 2, waitingMax: 3 });
  const { start, started, endOldest } = openWork(concurrencyLimit);
  const inside = [0, 1, 2, 3, 4].map(start);
  await assert.rejects(start(5), TooManyWaiting);
  assert.deepEqual(started, [0, 1]);
  endOldest();
  await inside[0];
  await new Promise(setImmediate);
  assert.deepEqual(started, [0, 1, 2]);
  const late = start(6);
  await assert.rejects(start(7), TooManyWaiting);
  for (let ended = 0; ended < 5; ended++) {
    endOldest();
    await new Promise(setImmediate);
  }
  assert.deepEqual(await Promise.all([...inside, late]), [0, 1, 2, 3, 4, 6]);
  assert.deepEqual(started, [0, 1, 2, 3, 4, 6]);
});

test("failed work frees its place", async () => {
  const concurrencyLimit = new ConcurrencyLimit({ atOnceMax: 1, waitingMax: 1 });
  const fail = () => concurrencyLimit.pass(() => Promise.reject(new Error("failed")));
  for (const ended of await Promise.allSettled([fail(), fail()])) {
    assert.equal(ended.status, "rejected");
  }
  assert.equal(await concurrencyLimit.pass(async () => "in"), "in");
});
