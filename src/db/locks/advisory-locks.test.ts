/** Locks name their node, and cannot be taken on another one. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Database } from "../database.ts";
import { WrongNode } from "../sharding/coordinator.ts";
import {
  ADVISORY_LOCKS,
  HASHED_LOCKS,
  lockPartition,
  lockPasswordResets,
  lockUntilCommit,
} from "./advisory-locks.ts";

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
  await assert.rejects(lockPartition(db, "attempts_323"), WrongNode);
  await assert.rejects(lockPasswordResets(db, "jim@example.com"), WrongNode);
  assert.deepEqual(statements, []);
});

test("every number of a lock is in the list, with its node", () => {
  assert.deepEqual(filesWith(/\b6_003_\d{3}\b/), ["db/locks/advisory-locks.ts"]);
  const locks = Object.values({ ...ADVISORY_LOCKS, ...HASHED_LOCKS });
  assert.ok(locks.every(({ node }) => node === "coordinator"));
});

test("no two locks have the same number", () => {
  const numbers = Object.values(ADVISORY_LOCKS).map(({ number }) => number);
  assert.deepEqual(
    numbers.filter((number, place) => numbers.indexOf(number) !== place),
    [],
  );
});

/** Files that take advisory locks themselves, with the reason. */
const OWN_STATEMENTS: Readonly<Record<string, string>> = {
  "adapters/backup/backup-server-store.ts": "tries a lock of the list, and does not wait",
  "adapters/embedded-postgres/folder-lock-store.ts":
    "locks of the embedded server's own database, in a range of their own",
  "app/testing/clone-store.ts": "slots of test gateways, in a range of their own",
  "core/calendar/calendar-store.ts": "tries a lock of the list, and does not wait",
  "core/calendar/work-claim-store.ts": "shares a lock of the list inside the statement that claims",
  "db/migrate.ts": "holds a lock of the list for several transactions",
  "db/sharding/distribute.ts": "holds a lock of the list for several transactions",
};

test("advisory locks are taken by the functions beside the list, or for a reason", () => {
  const files = filesWith(/\bpg_(try_)?advisory_/).filter((file) => !file.startsWith("db/locks/"));
  assert.deepEqual(files, Object.keys(OWN_STATEMENTS));
});

function filesWith(pattern: RegExp): readonly string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .filter((file) => pattern.test(readFileSync(path.join(SOURCES, file), "utf8")))
    .map((file) => file.split(path.sep).join("/"))
    .sort();
}
