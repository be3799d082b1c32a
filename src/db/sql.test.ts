/** Tests of sql.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { allConditions, sql, sqlIdentifier } from "./sql.ts";

test("a fragment inside a statement keeps its values in order", () => {
  const where = allConditions([sql`amount_cents >= ${100}`, sql`cashier like ${"A%"}`]);
  assert.deepEqual(sql`select ${7} from t where ${where} limit ${50}`.toQuery(), {
    text: "select $1 from t where true and amount_cents >= $2 and cashier like $3 limit $4",
    values: [7, 100, "A%", 50],
  });
});

test("a name is quoted", () => {
  assert.equal(sql`drop table ${sqlIdentifier('a "b')}`.toQuery().text, 'drop table "a ""b"');
});

test("an instant is sent as text", () => {
  const moment = Temporal.Instant.from("2026-11-15T12:00:00Z");
  assert.deepEqual(sql`select ${moment}`.toQuery().values, ["2026-11-15T12:00:00Z"]);
});
