/** Migrations: each is applied once and in order, and a schema that does not fit is refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Database } from "../../src/db/database.ts";
import {
  findPendingMigrations,
  migrate,
  pendingMigrations,
  readMigrations,
  readSchemaState,
  SchemaMismatch,
} from "../../src/db/migrate.ts";
import { neededSchema } from "../../src/db/schema/migration-kind.ts";
import { type Sql, sql } from "../../src/db/sql.ts";
import { openDatabase, openEmptyDatabase, poolOf, type TestDatabase } from "../kit/database.ts";
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

/** A transaction that reads the table, then waits until it is told to run `more` and to end. */
function openReader({ app }: TestDatabase, table: Sql, more: (db: Database) => Promise<unknown>) {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = app.atomically(async (db) => {
    await db.rows`select from ${table}`;
    begun.resolve();
    await released.promise;
    await more(db);
  });
  return { begun: Promise.race([begun.promise, ended]), release: released.resolve, ended };
}

function nextMigration(text: string) {
  return { number: migrations.length + 1, name: "added", text, checksum: "" };
}

test("DDL that waits behind a reader tries again instead of blocking everyone", async (t) => {
  const database = await openDatabase(t);
  const { owner } = database;
  const reader = openReader(database, sql`accounts`, async () => {});
  // Without it, a failure would keep the connection, and closing the pool would wait for it.
  t.after(() => reader.release());
  await reader.begun;
  const next = nextMigration("alter table accounts add column added text");
  const migrating = migrate(owner, [...migrations, next]);
  const waits = async () => (await countLockWaits(owner)) > 0;
  await until(waits);
  await until(async () => !(await waits()));
  reader.release();
  await reader.ended;
  assert.deepEqual(await migrating, [next]);
});

test("DDL that deadlocks with another transaction tries again", async (t) => {
  const database = await openDatabase(t);
  const reader = openReader(database, sql`accounts`, (db) => db.rows`select from partners`);
  t.after(() => reader.release());
  await reader.begun;
  const next = nextMigration(
    "alter table partners add column added text; alter table accounts add column added text",
  );
  const migrating = migrate(database.owner, [...migrations, next]);
  await until(async () => (await countLockWaits(database.owner)) > 0);
  // The migration has waited for longer, so it is the one that the database ends.
  reader.release();
  await reader.ended;
  assert.deepEqual(await migrating, [next]);
});

/** The ledger of a newer release, whose last migration needs this schema. */
function newerLedger(needsSchema: number) {
  const done = migrations.map(
    ({ number, name, checksum }) => [number, { name, checksum, needsSchema: number }] as const,
  );
  return new Map([...done, [9_999, { name: "future", checksum: "", needsSchema }] as const]);
}

test("a newer schema that needs a newer release is refused", () => {
  const done = newerLedger(9_999);
  assert.throws(() => pendingMigrations(migrations, done), SchemaMismatch);
  assert.throws(
    () => pendingMigrations(migrations, newerLedger(migrations.length + 1)),
    /needs a release that knows schema \d+, but this release only knows schemas up to \d+/,
  );
});

test("a newer schema that this release can work with is accepted, and nothing is pending", () => {
  assert.deepEqual(pendingMigrations(migrations, newerLedger(0)), []);
  assert.deepEqual(pendingMigrations(migrations, newerLedger(migrations.length)), []);
});

test("the ledger says which schema a release must know", async (t) => {
  const { owner } = await openDatabase(t);
  const known = migrations.length;
  const next = { number: known + 1, name: "next", text: "-- expand\n", checksum: "" };
  await migrate(owner, [...migrations, next]);
  const needed = Math.max(...migrations.map(neededSchema));
  assert.deepEqual(await readSchemaState(owner), { newest: known + 1, needed });
  assert.deepEqual(await migrate(owner, migrations), []);
  const last = { ...next, number: known + 2, text: `-- contract: needs schema ${known + 1}\n` };
  await migrate(owner, [...migrations, next, last]);
  assert.deepEqual(await readSchemaState(owner), { newest: known + 2, needed: known + 1 });
  await assert.rejects(migrate(owner, migrations), SchemaMismatch);
});

test("the ledger of an earlier release is read, and gets its new column", async (t) => {
  const { owner } = await openDatabase(t);
  await owner.rows`alter table migrations drop column needs_schema`;
  const known = migrations.length;
  assert.deepEqual(await readSchemaState(owner), { newest: known, needed: known });
  assert.deepEqual(await findPendingMigrations(owner, migrations), []);
  assert.deepEqual(await migrate(owner, migrations), []);
  const [row] = await owner.rows<{ count: number }>`
    select count(*)::int as count from migrations where needs_schema is null`;
  assert.equal(row?.count, known);
});

test("a migration that was changed after it was applied is refused", () => {
  const done = new Map([[1, { name: "accounts", checksum: "other", needsSchema: 1 }]]);
  assert.throws(() => pendingMigrations(migrations, done), /Migration 1 \(accounts\)/);
});
