/** Locks name their node, and cannot be taken on another one. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Database } from "../database.ts";
import { WrongNode } from "../sharding/coordinator.ts";
import { ADVISORY_LOCKS, lockUntilCommit } from "./advisory-locks.ts";

const SOURCES = path.resolve(import.meta.dirname, "../..");

function openFakeDatabase(node?: string) {
  const statements: string[] = [];
  const query = async ({ text }: { readonly text: string }) => {
    statements.push(text);
    return { rows: [] };
  };
  const db = new Database({ query } as never, node === undefined ? {} : { node });
  return { db, statements };
}

test("a lock is taken on the coordinator", async () => {
  const { db, statements } = openFakeDatabase();
  await lockUntilCommit(db, "cardBatches", "120000000001");
  assert.match(String(statements), /pg_advisory_xact_lock/);
});

test("a lock is not taken on a worker, where other processes would not see it", async () => {
  const { db, statements } = openFakeDatabase("worker-1:5432");
  await assert.rejects(lockUntilCommit(db, "cardBatches", "120000000001"), WrongNode);
  assert.deepEqual(statements, []);
});

test("every number of a lock is in the list, with its node", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .filter((file) => /\b6_003_\d{3}\b/.test(readFileSync(path.join(SOURCES, file), "utf8")));
  assert.deepEqual(files, [path.join("db", "locks", "advisory-locks.ts")]);
  assert.ok(Object.values(ADVISORY_LOCKS).every(({ node }) => node === "coordinator"));
});
