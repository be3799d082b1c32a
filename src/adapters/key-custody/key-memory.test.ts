/** Tests of key-memory.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { KeyMemory } from "./key-memory.ts";

const testKey = (byte: number) => Buffer.alloc(4, byte);
const WIPED = Buffer.alloc(4);

test("the least recently used key is wiped when the cache is full", () => {
  const memory = new KeyMemory(2);
  const [one, two, three] = [testKey(1), testKey(2), testKey(3)];
  memory.set("one", one);
  memory.set("two", two);
  memory.get("one");
  memory.set("three", three);
  assert.equal(memory.get("two"), undefined);
  assert.deepEqual([one, two, three], [testKey(1), WIPED, testKey(3)]);
  assert.equal(memory.size, 2);
});

test("a replaced key is wiped", () => {
  const memory = new KeyMemory(2);
  const [old, fresh] = [testKey(1), testKey(2)];
  memory.set("one", old);
  memory.set("one", fresh);
  assert.deepEqual(old, WIPED);
  assert.deepEqual(memory.get("one"), testKey(2));
});

test("clear() wipes all keys", () => {
  const memory = new KeyMemory(2);
  const key = testKey(1);
  memory.set("one", key);
  memory.clear();
  assert.deepEqual(key, WIPED);
  assert.equal(memory.size, 0);
});
