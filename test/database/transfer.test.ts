/** Export and import: all rows are copied, from one moment, between any servers. */
import assert from "node:assert/strict";
import { Readable, Writable } from "node:stream";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { masterKeyId } from "../../src/adapters/key-custody/software/master-key.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { migrate } from "../../src/db/migrate.ts";
import { printSchema } from "../../src/db/schema/schema-printer.ts";
import { Sql, sqlIdentifier } from "../../src/db/sql.ts";
import { exportDatabase } from "../../src/db/transfer/export-database.ts";
import { importDatabase } from "../../src/db/transfer/import-database.ts";
import { onPlainServer } from "../kit/cluster.ts";
import { MASTER_KEY } from "../kit/custody.ts";
import { openDatabase, openImportTarget, openSeededDatabase, poolOf } from "../kit/database.ts";
import { digestTables, fillEveryTable } from "../kit/every-table.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";
import {
  addBulk,
  exportToBuffer,
  importFrom,
  migrations,
  needsFor,
  openModestTarget,
  openTarget,
  openTargetOn,
  SECOND_SERVER,
  takeApart,
} from "../kit/transfer.ts";

const NEWEST = migrations.at(-1)?.number ?? 0;
const ANY_ORDER = onPlainServer("rows of several shards come in any order");
const WITHOUT_SECOND = SECOND_SERVER === "" && "TEST_SECOND_DATABASE_URL names no second server";

async function assertSame(one: DatabasePool, other: DatabasePool): Promise<void> {
  assertEqual(await readState(other), await readState(one));
}

type State = Awaited<ReturnType<typeof readState>>;

async function readState(owner: DatabasePool) {
  const [tables, schema] = [await digestTables(owner), await printSchema(owner)];
  return { tables, schema, months: await listMonths(owner) };
}

function assertEqual(actual: State, expected: State): void {
  assert.deepEqual(actual.tables, expected.tables);
  assert.equal(actual.schema, expected.schema);
  assert.deepEqual(actual.months, expected.months);
}

/** From the names of the partitions. */
async function listMonths(db: DatabasePool): Promise<readonly number[]> {
  const partitions = await db.rows<{ month: number }>`
    select distinct substring(relname from '[0-9]+$')::integer as month from pg_class
    where relispartition and relkind = 'r' order by 1`;
  return partitions.map(({ month }) => month);
}

/** A database with rows in every table, what it contains, and its export. No test changes it. */
async function openFilled(t: Lifetime) {
  const { owner } = await openDatabase(t);
  await fillEveryTable(owner);
  return { state: await readState(owner), file: await exportToBuffer(owner) };
}

test("every row of every table and the schema are imported unchanged", async (t) => {
  const { state, file } = await openShared(t, openFilled);
  assert.deepEqual(
    state.tables.filter(({ rows }) => rows === 0),
    [],
    "the source has rows in every table",
  );
  const target = await openTarget(t);
  const summary = await importFrom(target, file);
  assertEqual(await readState(target), state);
  const counts = state.tables.map(({ table, rows }) => ({ table, rows }));
  assert.deepEqual([summary.schema, summary.tables], [NEWEST, counts]);
});

test("an export and an import report which master key the rows need", async (t) => {
  const { owner } = await openSeededDatabase(t);
  const file = await exportToBuffer(owner);
  const needed = masterKeyId(MASTER_KEY);
  const [header] = takeApart(file);
  assert.equal(header?.record.kind === "header" && header.record.masterKey, needed);
  const { owner: target } = await openImportTarget(t);
  const summary = await importFrom(target, file);
  assert.equal(summary.masterKey, needed);
});

test("rows survive a transfer to another server version and back", {
  skip: WITHOUT_SECOND,
}, async (t) => {
  const { state, file } = await openShared(t, openFilled);
  const there = await openTargetOn(t, SECOND_SERVER);
  await importFrom(there, file);
  assertEqual(await readState(there), state);
  const back = await openTarget(t);
  await importFrom(back, await exportToBuffer(there));
  assertEqual(await readState(back), state);
});

test("a database without rows can be transferred", async (t) => {
  const [{ owner }, { owner: target }] = [await openDatabase(t), await openImportTarget(t)];
  await importFrom(target, await exportToBuffer(owner));
  await assertSame(owner, target);
});

test("a server with other settings writes the same file", ANY_ORDER, async (t) => {
  const { owner, url } = await openDatabase(t);
  await fillEveryTable(owner);
  const habits = [
    "datestyle = 'German, DMY'",
    "bytea_output = 'escape'",
    "timezone = 'Asia/Tokyo'",
  ];
  const database = sqlIdentifier(new URL(url).pathname.slice(1));
  for (const habit of habits) {
    await owner.rows`alter database ${database} set ${new Sql([habit], [])}`;
  }
  const plain = gunzipSync(await exportToBuffer(owner));
  const [stubborn, { owner: target }] = [poolOf(url), await openImportTarget(t)];
  const file = await exportToBuffer(stubborn).finally(() => stubborn.close());
  assert.deepEqual(gunzipSync(file), plain);
  await importFrom(target, file);
  await assertSame(owner, target);
});

test("an owner that is not a superuser exports and imports the same rows", async (t) => {
  const { state, file } = await openShared(t, openFilled);
  const modest = await openModestTarget(t);
  await importFrom(modest, file);
  assertEqual(await readState(modest), state);
  const { owner: target } = await openImportTarget(t);
  await importFrom(target, await exportToBuffer(modest));
  assertEqual(await readState(target), state);
});

test("ids continue where they were, also after deleted rows", async (t) => {
  const { owner } = await openDatabase(t);
  const user = (name: string, db: DatabasePool) => db.rows<{ id: string }>`
    insert into operators (user_name, password_hash) values (${name}, '') returning id`;
  await owner.rows`select setval('operators_id_seq', 40)`;
  await user("first", owner);
  await owner.rows`delete from operators where user_name = 'first'`;
  const [message] = await owner.rows<{ id: string }>`select nextval('parser_message_ids') as id`;

  const { owner: target } = await openImportTarget(t);
  await importFrom(target, await exportToBuffer(owner));
  assert.deepEqual(await user("second", target), [{ id: "42" }]);
  const [next] = await target.rows<{ id: string }>`select nextval('parser_message_ids') as id`;
  assert.equal(Number(next?.id), Number(message?.id) + 1_000);
});

test("ids that were assigned without the sequence are skipped by the next one", async (t) => {
  const { owner } = await openDatabase(t);
  await owner.rows`
    insert into operators (id, user_name, password_hash) overriding system value
    values (7000, 'given', '')`;
  const { owner: target } = await openImportTarget(t);
  await importFrom(target, await exportToBuffer(owner));
  const drawn = await target.rows`
    insert into operators (user_name, password_hash) values ('drawn', '') returning id`;
  assert.deepEqual(drawn, [{ id: "7001" }]);
});

test("an older export can be imported into a newer program", async (t) => {
  const text = `alter table accounts add column mood text not null default 'calm';
    insert into device_types (id, name) values (90, 'vendorz')`;
  const later = { number: NEWEST + 1, name: "later", text, checksum: "later" };
  const { owner: target } = await openImportTarget(t);
  const { file } = await openShared(t, openFilled);
  const summary = await importFrom(target, file, [...migrations, later]);
  assert.equal(summary.schema, NEWEST);
  const moods = await target.rows`select mood, count(*)::integer from accounts group by mood`;
  assert.deepEqual(moods, [{ mood: "calm", count: 4 }]);
  assert.equal((await target.rows`select from device_types where id = 90`).length, 1);
  const [ledger] = await target.rows`select max(number) as number from migrations`;
  assert.deepEqual(ledger, { number: NEWEST + 1 });
});

test("triggers do not fire again for imported rows", async (t) => {
  const text = `
    create function stamp() returns trigger language plpgsql as
      $$ begin new.name := 'stamped'; return new; end $$;
    create trigger accounts_stamp before insert on accounts for each row execute function stamp();`;
  const known = [...migrations, { number: NEWEST + 1, name: "stamp", text, checksum: "stamp" }];
  const { owner: source } = await openDatabase(t);
  await migrate(source, known);
  const add = (id: number, db: DatabasePool) => db.rows<{ name: string }>`
    insert into accounts (id, name, time_zone) values (${id}, 'plain', 'UTC') returning name`;
  await add(1, source);
  await source.rows`update accounts set name = 'renamed'`;
  const { owner: target } = await openImportTarget(t);
  await importFrom(target, await exportToBuffer(source), known);
  await assertSame(source, target);
  assert.deepEqual(await add(2, target), [{ name: "stamped" }]);
});

test("generated columns are computed again", async (t) => {
  const text =
    "alter table accounts add column twice text generated always as (name || name) stored";
  const known = [...migrations, { number: NEWEST + 1, name: "twice", text, checksum: "twice" }];
  const { owner: source } = await openDatabase(t);
  await migrate(source, known);
  await source.rows`insert into accounts (id, name, time_zone) values (1, 'ab', 'UTC')`;
  const { owner: target } = await openImportTarget(t);
  await importFrom(target, await exportToBuffer(source), known);
  await assertSame(source, target);
});

test("unlogged tables are not exported, whatever they contain", async (t) => {
  const text = "create unlogged table fleeting (xid xid8 default pg_current_xact_id())";
  const known = [...migrations, { number: NEWEST + 1, name: "fleeting", text, checksum: "f" }];
  const [{ owner: source }, { owner: target }] = [await openDatabase(t), await openImportTarget(t)];
  await migrate(source, known);
  await migrate(target, known);
  await source.rows`insert into fleeting select from generate_series(1, 3)`;
  await target.rows`insert into fleeting default values`;
  const { tables } = await importFrom(target, await exportToBuffer(source), known);
  assert.ok(!tables.some(({ table }) => table === "public.fleeting"));
  assert.equal((await target.rows`select from fleeting`).length, 1);
});

test("an export is a snapshot, whatever is written meanwhile", async (t) => {
  const { owner } = await openDatabase(t);
  await addBulk(owner);
  const addPair = (id: number) =>
    owner.atomically(async (db) => {
      await db.rows`insert into accounts (id, name, time_zone) values (${id}, '', 'UTC')`;
      await db.rows`insert into vault values (${id}, 1, 'card', '', now(), now())`;
    });
  await addPair(1);
  // Accounts are read first and the vault last. The file accepts nothing until the pair exists.
  let pairing: Promise<void> | undefined;
  const chunks: Buffer[] = [];
  const out = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      pairing ??= addPair(2);
      pairing.then(() => done(), done);
    },
  });
  const passed: string[] = [];
  const onProgress = ({ table }: { table: string }) => {
    if (table === "public.vault") assert.ok(pairing, "the second pair was stored in between");
    passed.push(table);
  };
  await exportDatabase(owner, out, { product: "test", onProgress });
  assert.ok(passed.includes("public.vault"));

  const { owner: target } = await openImportTarget(t);
  await importFrom(target, Buffer.concat(chunks));
  assert.deepEqual(await target.rows`select id from accounts`, [{ id: "1" }]);
  assert.deepEqual(await target.rows`select account_id from vault`, [{ account_id: "1" }]);
  assert.equal((await owner.rows`select from vault`).length, 2);
});

test("the file describes itself, and both sides report progress", async (t) => {
  const { state, file } = await openShared(t, openFilled);
  const header = takeApart(file)[0]?.record;
  assert.ok(header?.kind === "header");
  assert.deepEqual(
    [header.format, header.version, header.product, header.schema, header.months],
    ["sixdoors-export", 1, "sixdoors test", NEWEST, state.months],
  );
  const { owner: target } = await openImportTarget(t);
  const told = new Map<string, number>();
  await importDatabase(target, Readable.from([file]), {
    ...needsFor(target, migrations),
    onProgress: ({ table, rows }) => told.set(table, rows),
  });
  const counts = state.tables.map(({ table, rows }) => [table, rows] as const);
  assert.deepEqual(told, new Map(counts));
});

test("imported tables have statistics immediately", async (t) => {
  const { owner: target } = await openImportTarget(t);
  const { file } = await openShared(t, openFilled);
  await importFrom(target, file);
  const unknown = await target.rows`
    select relname from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples < 0
      and relpersistence = 'p' and relname <> 'migrations'`;
  assert.deepEqual(unknown, []);
});
