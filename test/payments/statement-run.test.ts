/** Prepared statements run like all others, on every connection. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { arrayLiteral } from "../../src/db/arrays.ts";
import { sql } from "../../src/db/sql.ts";
import { Statement } from "../../src/db/statements/statement.ts";
import { openDatabase } from "../kit/database.ts";
import { openShared } from "../kit/shared.ts";

const KINDS = sql`
  select number, number * 2 as double, case when number > 1 then 'text' end as text,
    number = 2 as flag, '2026-11-15T10:00:00.5Z'::timestamptz as moment
  from unnest($1::integer[]) number`;

test("rows have the usual names and types, and a missing value is null", async (t) => {
  const { app } = await openShared(t, openDatabase);
  const statement = new Statement(KINDS);
  const moment = Temporal.Instant.from("2026-11-15T10:00:00.5Z");
  for (const _again of [1, 2]) {
    assert.deepEqual(await app.run(statement, [arrayLiteral([1, 2])]), [
      { number: 1, double: 2, text: null, flag: false, moment },
      { number: 2, double: 4, text: "text", flag: true, moment },
    ]);
  }
});

test("a statement runs on many connections at once, described by the first", async (t) => {
  const { app } = await openShared(t, openDatabase);
  const statement = new Statement(sql`select $1::integer + 1 as next from pg_sleep(0.01)`);
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  const found = await Promise.all(
    numbers.map((number) => app.run<{ next: number }>(statement, [String(number)])),
  );
  assert.deepEqual(
    found.map(([row]) => row?.next),
    numbers.map((number) => number + 1),
  );
});

test("a statement without columns gives no rows; an instant is a value like a text", async (t) => {
  const { owner } = await openShared(t, openDatabase);
  await owner.rows`create table seen (at timestamptz)`;
  const statement = new Statement(sql`insert into seen values ($1)`);
  const at = Temporal.Instant.from("2026-11-15T10:00:00Z");
  for (const _again of [1, 2]) assert.deepEqual(await owner.run(statement, [at]), []);
  assert.deepEqual(await owner.rows`select at from seen`, [{ at }, { at }]);
});

test("an error of the server has its code, and the statement can run again", async (t) => {
  const { app } = await openShared(t, openDatabase);
  const statement = new Statement(sql`select 1 / $1::integer as part`);
  for (const _again of [1, 2]) {
    await assert.rejects(app.run(statement, ["0"]), { code: "22012" });
    assert.deepEqual(await app.run(statement, ["1"]), [{ part: 1 }]);
  }
  await assert.rejects(app.run(new Statement(sql`select nonsense`), []), { code: "42703" });
});

test("a statement takes part in its database transaction", async (t) => {
  const { owner } = await openDatabase(t);
  await owner.rows`create table seen (number integer)`;
  const count = new Statement(sql`select count(*)::integer as count from seen`);
  const undo = new Error("undo");
  const work = owner.atomically(async (db) => {
    await db.rows`insert into seen values (1)`;
    assert.deepEqual(await db.run(count, []), [{ count: 1 }]);
    throw undo;
  });
  await assert.rejects(work, undo);
  assert.deepEqual(await owner.run(count, []), [{ count: 0 }]);
});
