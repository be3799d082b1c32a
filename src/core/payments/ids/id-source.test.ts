/** Tests of id-source.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Clock } from "../../../ports/clock.ts";
import { type BlockRequest, type CounterStore, IdSource } from "./id-source.ts";

function aSource(at = "2026-11-15T12:00:00Z") {
  const taken: BlockRequest[] = [];
  const next = new Map<number, number>();
  const counters: CounterStore = {
    async takeBlock(request) {
      taken.push(request);
      const { month, size, floor } = request;
      const first = Math.max(next.get(month) ?? 1, floor);
      next.set(month, first + size);
      return first;
    },
  };
  const time = { now: Temporal.Instant.from(at) };
  const clock: Clock = { business: () => time.now, wall: () => time.now };
  const line = { losses: 0 };
  const connectionLosses = () => line.losses;
  return { source: new IdSource({ counters, clock, connectionLosses }), taken, next, time, line };
}

test("ids are unique, however many requests ask at once", async () => {
  const { source, taken } = aSource();
  const ids = await Promise.all(Array.from({ length: 5_000 }, () => source.next()));
  assert.equal(new Set(ids).size, 5_000);
  assert.equal(ids[0], "323000000001");
  assert.ok(taken.every(({ size }) => size <= 4_000));
  assert.ok(taken.length < 12, `${taken.length} blocks`);
});

test("a block ends with its month", async () => {
  const { source, time } = aSource("2026-11-30T23:59:59Z");
  assert.equal(await source.next(), "323000000001");
  time.now = time.now.add({ seconds: 1 });
  assert.equal(await source.next(), "324000000001");
});

test("a lost connection drops the block, and the next block begins after it", async () => {
  const { source, taken, next, line } = aSource();
  assert.equal(await source.next(), "323000000001");
  line.losses++;
  // The new primary does not know the block.
  next.set(323, 1);
  assert.equal(await source.next(), "323000000011");
  const [, second] = taken;
  assert.deepEqual(second, { month: 323, size: 10, floor: 11, isAfterLoss: true });
  assert.equal(await source.next(), "323000000012");
  assert.equal(taken.length, 2, "one loss drops one block");
});

test("a block that arrives over a connection that has been lost is dropped", async () => {
  const { source, taken, line } = aSource();
  const first = source.next();
  line.losses++;
  assert.equal(await first, "323000000011");
  assert.equal(taken.length, 2);
});

test("an unavailable counter fails the caller, and the next caller tries again", async () => {
  const { source } = aSource();
  const broken = new IdSource({
    counters: { takeBlock: () => Promise.reject(new Error("database away")) },
    clock: { business: () => Temporal.Now.instant(), wall: () => Temporal.Now.instant() },
    connectionLosses: () => 0,
  });
  await assert.rejects(broken.next(), /database away/);
  await assert.rejects(broken.next(), /database away/);
  assert.equal(await source.next(), "323000000001");
});
