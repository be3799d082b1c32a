/** Spare installations of a test gateway: how many there are, in which order, and after a failure. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { DatabaseClone } from "./database-slot.ts";
import { SpareInstallations } from "./spare-installations.ts";
import type { TestInstallation } from "./test-installation.ts";

/** Clones are there at once. A test decides when and how each installation opens. */
function scriptedSpares() {
  const counts = { clones: 0 };
  const opening: PromiseWithResolvers<TestInstallation>[] = [];
  const spares = new SpareInstallations({
    createClone: async () => {
      counts.clones++;
      return {} as DatabaseClone;
    },
    openClone: () => {
      const next = Promise.withResolvers<TestInstallation>();
      opening.push(next);
      return next.promise;
    },
  });
  return { spares, counts, opening };
}

const installation = () => ({}) as TestInstallation;

test("there is one spare until the first reset, then two", async () => {
  const { spares, counts, opening } = scriptedSpares();
  assert.equal(counts.clones, 1);
  const taken = spares.take();
  assert.equal(counts.clones, 3);
  await turn();
  const first = installation();
  opening[0]?.resolve(first);
  assert.equal(await taken, first);
});

test("a spare opens after the one before it, but its clone is made at once", async () => {
  const { spares, counts, opening } = scriptedSpares();
  const taken = spares.take();
  await turn();
  assert.deepEqual([counts.clones, opening.length], [3, 1]);
  opening[0]?.resolve(installation());
  await taken;
  await turn();
  assert.equal(opening.length, 2);
});

test("a spare that cannot be opened fails one reset, not the next", async () => {
  const { spares, opening } = scriptedSpares();
  await turn();
  opening[0]?.reject(new Error("no room"));
  await assert.rejects(spares.take(), /no room/);
  await turn();
  const second = installation();
  opening[1]?.resolve(second);
  assert.equal(await spares.take(), second);
});

test("the end of a gateway gets the spares that are open", async () => {
  const { spares, opening } = scriptedSpares();
  const taken = spares.take();
  await turn();
  const [first, second] = [installation(), installation()];
  opening[0]?.resolve(first);
  await taken;
  await turn();
  opening[1]?.resolve(second);
  await turn();
  opening[2]?.reject(new Error("no room"));
  assert.deepEqual(await spares.takeAll(), [second]);
});
