import assert from "node:assert/strict";
import { test } from "node:test";
import type { Clock } from "../../../ports/clock.ts";
import { type CounterStore, IdSource } from "./id-source.ts";

function aSource(at = "2026-11-15T12:00:00Z") {
  const taken: [accountId: string, month: number, size: number][] = [];
  const counters: CounterStore & { next: Map<string, number> } = {
    next: new Map(),
    async takeCounters(accountId, month, size) {
      taken.push([accountId, month, size]);
      const key = `${accountId}/${month}`;
      const first = this.next.get(key) ?? 1;
      this.next.set(key, first + size);
      return first;
    },
  };
  const time = { now: Temporal.Instant.from(at) };
  const clock: Clock = { business: () => time.now, wall: () => time.now };
  return { source: new IdSource({ counters, clock }), taken, time };
}

test("ids of an account are never the same, however many ask at once", async () => {
  const { source, taken } = aSource();
  const ids = await Promise.all(Array.from({ length: 5_000 }, () => source.next("120")));
  assert.equal(new Set(ids).size, 5_000);
  assert.equal(ids[0], "323000000001");
  assert.ok(taken.every(([, , size]) => size <= 1_000));
  assert.ok(taken.length < 12, `${taken.length} blocks`);
});

test("a block dies at the month's end", async () => {
  const { source, time } = aSource("2026-11-30T23:59:59Z");
  assert.equal(await source.next("120"), "323000000001");
  time.now = time.now.add({ seconds: 1 });
  assert.equal(await source.next("120"), "324000000001");
});

test("accounts count for themselves", async () => {
  const { source } = aSource();
  assert.equal(await source.next("120"), "323000000001");
  assert.equal(await source.next("121"), "323000000001");
});

test("a counter that cannot be had fails the caller, and the next one tries again", async () => {
  const { source } = aSource();
  const broken = new IdSource({
    counters: { takeCounters: () => Promise.reject(new Error("database away")) },
    clock: { business: () => Temporal.Now.instant(), wall: () => Temporal.Now.instant() },
  });
  await assert.rejects(broken.next("120"), /database away/);
  await assert.rejects(broken.next("120"), /database away/);
  assert.equal(await source.next("120"), "323000000001");
});
