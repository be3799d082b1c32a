/** Tests of credential-memory.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { Secret } from "../../../values/secret.ts";
import { CredentialMemory } from "./credential-memory.ts";

function openMemory(entriesMax = 100) {
  const time = { ms: 0 };
  const memory = new CredentialMemory<string>({
    entriesMax,
    goodForMs: 60_000,
    nowMs: () => time.ms,
  });
  const remember = (key: string, dependsOn: readonly string[] = [], goodForMs?: number) =>
    memory.remember(key, {
      caller: key,
      dependsOn,
      generation: memory.generation,
      ...(goodForMs === undefined ? {} : { goodForMs }),
    });
  const known = (...keys: string[]) =>
    keys.filter((key) => memory.find(key)?.caller === key).join(" ");
  return { memory, time, remember, known };
}

const memoryKey = (memory: CredentialMemory<string>, name: string, secret: string, address = "a") =>
  memory.credentialKey({ name, secret: new Secret(secret), address });

test("the key depends on every part of the credentials and on where each part ends", () => {
  const { memory } = openMemory();
  const keys = [
    memoryKey(memory, "ada", "secret"),
    memoryKey(memory, "adas", "ecret"),
    memoryKey(memory, "ada", "secret", "b"),
    memoryKey(memory, "ada1:a", "secret", ""),
    memoryKey(memory, "ada", "Secret"),
    memoryKey(openMemory().memory, "ada", "secret"),
  ];
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(memoryKey(memory, "ada", "secret"), keys[0]);
});

test("the memory contains no name and no secret", () => {
  const { memory, remember } = openMemory();
  remember(memoryKey(memory, "ada", "certification-partner"));
  const shown = inspect(memory, { depth: 9, showHidden: true });
  assert.doesNotMatch(shown, /ada|certification/);
});

test("an entry ends after the general time, or earlier if it has its own", () => {
  const { time, remember, known } = openMemory();
  remember("long", [], 90_000);
  remember("short", [], 1_000);
  remember("over", [], -1);
  assert.equal(known("long", "short", "over"), "long short");
  time.ms = 1_000;
  assert.equal(known("long", "short"), "long");
  time.ms = 60_000;
  assert.equal(known("long"), "");
});

test("a change removes the entries that depend on it and no others", () => {
  const { memory, remember, known } = openMemory();
  remember("one", ["account:1", "login:x"]);
  remember("two", ["account:2", "login:x"]);
  remember("three", ["account:3"]);
  memory.forget(["account:1"]);
  assert.equal(known("one", "two", "three"), "two three");
  memory.forget(["login:x", "account:9"]);
  assert.equal(known("two", "three"), "three");
  memory.forget(["everything"]);
  assert.equal(known("three"), "");
});

test("the entries unused for longest are dropped, and a change still finds the others", () => {
  const { remember, known, memory } = openMemory(10);
  const keys = Array.from({ length: 30 }, (_, n) => `${n}`);
  for (const key of keys) {
    remember(key, ["account:1"]);
    assert.equal(known("0"), "0", "used all the time");
  }
  const left = known(...keys).split(" ");
  assert.ok(left.length >= 5 && left.length <= 10, left.join());
  assert.ok(left.includes("29") && !left.includes("1"));
  memory.forget(["account:1"]);
  assert.equal(known(...keys), "");
});

test("a result from before a change is not remembered after it", () => {
  const { memory, known } = openMemory();
  const { generation } = memory;
  memory.forget(["account:2"]);
  memory.remember("one", { caller: "one", dependsOn: [], generation });
  assert.equal(known("one"), "");
});
