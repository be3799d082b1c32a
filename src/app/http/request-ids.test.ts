/** Request ids have the right format, are ordered by time and never repeat. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RequestIds } from "./request-ids.ts";

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NOW_MS = 1_794_787_200_123;

function many(ids: RequestIds, count: number): readonly string[] {
  return Array.from({ length: count }, () => ids.next());
}

test("a request id is a UUID of version 7 that begins with its millisecond", () => {
  const id = new RequestIds(() => NOW_MS).next();
  assert.match(id, VERSION_7);
  assert.equal(Number.parseInt(id.replace("-", "").slice(0, 12), 16), NOW_MS);
});

test("ids of one millisecond are in order, even if its counter overflows", () => {
  const made = many(new RequestIds(() => NOW_MS), 10_000);
  assert.deepEqual(made, made.toSorted());
  assert.equal(new Set(made).size, made.length);
  for (const id of made) assert.match(id, VERSION_7);
});

test("ids stay in order when the clock goes back", () => {
  let nowMs = NOW_MS;
  const ids = new RequestIds(() => nowMs);
  const before = many(ids, 3);
  nowMs -= 60_000;
  const made = [...before, ...many(ids, 3)];
  assert.deepEqual(made, made.toSorted());
  assert.equal(new Set(made).size, made.length);
});

test("two processes create different ids in the same millisecond", () => {
  const [one, other] = [new RequestIds(() => NOW_MS), new RequestIds(() => NOW_MS)];
  assert.notEqual(one.next(), other.next());
});
