import assert from "node:assert/strict";
import { test } from "node:test";
import { KeyMemory } from "./key-memory.ts";

const keyOf = (byte: number) => Buffer.alloc(4, byte);
const WIPED = Buffer.alloc(4);

test("the key that was unused longest is wiped when there is no room", () => {
  const memory = new KeyMemory(2);
  const [one, two, three] = [keyOf(1), keyOf(2), keyOf(3)];
  memory.keep("one", one);
  memory.keep("two", two);
  memory.get("one");
  memory.keep("three", three);
  assert.equal(memory.get("two"), undefined);
  assert.deepEqual([one, two, three], [keyOf(1), WIPED, keyOf(3)]);
  assert.equal(memory.size, 2);
});

test("a key that another one replaces is wiped", () => {
  const memory = new KeyMemory(2);
  const [old, fresh] = [keyOf(1), keyOf(2)];
  memory.keep("one", old);
  memory.keep("one", fresh);
  assert.deepEqual(old, WIPED);
  assert.deepEqual(memory.get("one"), keyOf(2));
});

test("clearing wipes everything", () => {
  const memory = new KeyMemory(2);
  const key = keyOf(1);
  memory.keep("one", key);
  memory.clear();
  assert.deepEqual(key, WIPED);
  assert.equal(memory.size, 0);
});
