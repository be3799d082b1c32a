/** Tests of recent-map.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RecentMap } from "./recent-map.ts";

function filled(sizeMax: number, count: number): RecentMap<number> {
  const map = new RecentMap<number>(sizeMax);
  for (let n = 0; n < count; n++) map.set(`${n}`, n);
  return map;
}

/** The most recently used first, because asking for an entry uses it. */
const kept = (map: RecentMap<number>, count: number) =>
  Array.from({ length: count }, (_, n) => count - 1 - n).filter((n) => map.get(`${n}`) === n);

test("the map returns the last value of a key", () => {
  const map = filled(10, 4);
  map.set("1", 7);
  assert.deepEqual(
    ["0", "1", "2", "4"].map((key) => map.get(key)),
    [0, 7, 2, undefined],
  );
  map.delete("0");
  assert.equal(map.get("0"), undefined);
  map.clear();
  assert.equal(map.get("2"), undefined);
});

test("the map never exceeds its size and keeps at least the last half", () => {
  for (let count = 0; count < 40; count++) {
    const left = kept(filled(10, count), count);
    assert.ok(left.length <= 10, String(left.length));
    const lastHalf = Array.from({ length: Math.min(5, count) }, (_, n) => count - 1 - n);
    assert.deepEqual(left.slice(0, 5), lastHalf);
  }
});

test("an entry that is used stays, however many come after it", () => {
  const map = new RecentMap<string>(10);
  map.set("busy", "here");
  for (let n = 0; n < 1_000; n++) {
    map.set(`${n}`, "gone");
    assert.equal(map.get("busy"), "here");
  }
  assert.equal(map.get("1"), undefined);
});

test("a replaced value never comes back", () => {
  const map = filled(4, 2);
  map.set("2", 2);
  map.set("0", 100);
  map.set("3", 3);
  map.set("4", 4);
  assert.notEqual(map.get("0"), 0);
});
