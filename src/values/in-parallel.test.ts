/** Runs several items at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inParallel } from "./in-parallel.ts";

test("items start in order, a limited number at once, and results keep their order", async () => {
  const [begun, gates] = [[] as number[], [0, 1, 2, 3].map(() => Promise.withResolvers<void>())];
  const all = inParallel([0, 1, 2, 3], 2, async (item) => {
    begun.push(item);
    await gates[item]?.promise;
    return item * 10;
  });
  assert.deepEqual(begun, [0, 1]);
  gates[1]?.resolve();
  await new Promise(setImmediate);
  assert.deepEqual(begun, [0, 1, 2]);
  for (const gate of gates) gate.resolve();
  assert.deepEqual(await all, [0, 10, 20, 30]);
});

test("a failure is passed to the caller", async () => {
  const failing = inParallel([1, 2], 2, async (item) => {
    if (item === 2) throw new Error("no");
    return item;
  });
  await assert.rejects(failing, /no/);
});
