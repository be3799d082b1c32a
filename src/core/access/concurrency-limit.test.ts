/** Tests of concurrency-limit.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "../../values/secret.ts";
import { ConcurrencyLimit, TooManyWaiting } from "./concurrency-limit.ts";
import { passwordMatches } from "./password.ts";

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

test("of 300 passwords at once, 62 are computed and the others are refused", async () => {
  // The cheapest possible hash: the test is about the number, not the time.
  const hash = `$argon2id$v=19$m=8,t=1,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;
  const flood = Array.from({ length: 300 }, () => passwordMatches(new Secret("x"), hash));
  const ends = await Promise.allSettled(flood);
  const turnedAway = ends.filter(({ status }) => status === "rejected");
  assert.equal(turnedAway.length, 238);
  for (const end of turnedAway) {
    assert.ok(end.status === "rejected" && end.reason instanceof TooManyWaiting);
  }
});
