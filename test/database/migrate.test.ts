/** Migrations: each is applied once and in order, and a schema that does not fit is refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  migrate,
  pendingMigrations,
  readMigrations,
  SchemaMismatch,
} from "../../src/db/migrate.ts";
import { openDatabase, openEmptyDatabase, poolOf } from "../kit/database.ts";
import { until } from "../kit/until.ts";
import { countLockWaits } from "../kit/waits.ts";

const migrations = await readMigrations();

test("migrations are numbered without a gap", () => {
  assert.deepEqual(
    migrations.map(({ number }) => number),
    migrations.map((_, index) => index + 1),
  );
});

test("processes that start at the same time migrate once", async (t) => {
  const { url } = await openEmptyDatabase(t);
  const pools = Array.from({ length: 4 }, () => poolOf(url));
  const runs = await Promise.all(pools.map((pool) => migrate(pool, migrations)));
  await Promise.all(pools.map((pool) => pool.close()));
  const applied = runs.flat().map(({ number }) => number);
  assert.deepEqual(
    applied.sort((a, b) => a - b),
    migrations.map(({ number }) => number),
  );
});

test("a failed migration leaves nothing behind, and earlier ones stay", async (t) => {
  const { url } = await openEmptyDatabase(t);
  const owner = poolOf(url);
  t.after(() => owner.close());
  const [first] = migrations;
  assert.ok(first);
  const broken = {
    number: 2,
    name: "broken",
    text: "create table half (); select 1/0",
    checksum: "",
  };
  await assert.rejects(migrate(owner, [first, broken]), /division by zero/);
  const rows = await owner.rows<{ number: number }>`select number from migrations`;
  assert.deepEqual(rows, [{ number: 1 }]);
  const [half] = await owner.rows<{ half: null }>`select to_regclass('half') as half`;
  assert.equal(half?.half, null);
});

test("DDL that waits behind a reader tries again instead of blocking everyone", async (t) => {
  const { owner, app } = await openDatabase(t);
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reading = app.atomically(async (db) => {
    await db.rows`select from accounts`;
    begun.resolve();
    await release.promise;
  });
  // Without it, a failure would keep the connection, and closing the pool would wait for it.
  t.after(() => release.resolve());
  await Promise.race([begun.promise, reading]);
  const text = "alter table accounts add column added text";
  const next = { number: migrations.length + 1, name: "added", text, checksum: "" };
  const migrating = migrate(owner, [...migrations, next]);
  const waits = async () => (await countLockWaits(owner)) > 0;
  await until(waits);
  await until(async () => !(await waits()));
  release.resolve();
  await reading;
  assert.deepEqual(await migrating, [next]);
});

test("a database that is newer than the program is refused", () => {
  const done = new Map([[9_999, { name: "future", checksum: "" }]]);
  assert.throws(() => pendingMigrations(migrations, done), SchemaMismatch);
});

test("a migration that was changed after it was applied is refused", () => {
  const done = new Map([[1, { name: "accounts", checksum: "other" }]]);
  assert.throws(() => pendingMigrations(migrations, done), /Migration 1 \(accounts\)/);
});
