/** Tests of statement-series.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "../../../test/kit/database.ts";
import { sql } from "../sql.ts";
import { Statement } from "../statements/statement.ts";

const NUMBER = new Statement(sql`select $1::int as number`);
const INSERT = new Statement(sql`insert into ach_counters values ($1, $2)`);
const COUNT = new Statement(sql`select count(*)::int as count from ach_counters`);

test("each statement of a series has its own rows, and null is null", async (t) => {
  const { owner } = await openDatabase(t);
  const calls = ["7", null, "9"].map((value) => ({ statement: NUMBER, values: [value] }));
  const expected = [[{ number: 7 }], [{ number: null }], [{ number: 9 }]];
  assert.deepEqual((await owner.runSeries(calls)).slice(0, 3), expected);
  assert.deepEqual((await owner.runSeries(calls)).slice(0, 3), expected);
});

test("a series without a transaction is one: if a statement fails, nothing is kept", async (t) => {
  const { owner } = await openDatabase(t);
  const good = { statement: INSERT, values: ["one", "1"] };
  const bad = { statement: INSERT, values: ["two", "-1"] };
  await assert.rejects(owner.runSeries([good, bad, good]), { code: "23514" });
  const [counted] = await owner.runSeries([{ statement: COUNT, values: [] }]);
  assert.deepEqual(counted, [{ count: 0 }]);
});

test("after a failed series the same statements run on the same connection", async (t) => {
  const { owner } = await openDatabase(t);
  await owner.atomically(async (db) => {
    await db.rows`savepoint before`;
    const bad = { statement: INSERT, values: ["two", "-1"] };
    await assert.rejects(db.runSeries([{ statement: NUMBER, values: ["1"] }, bad]));
    await db.rows`rollback to savepoint before`;
    const good = { statement: INSERT, values: ["two", "2"] };
    const [numbered] = await db.runSeries([{ statement: NUMBER, values: ["3"] }, good]);
    assert.deepEqual(numbered, [{ number: 3 }]);
  });
});
