/** What is remembered about slow statements. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { maskLiterals, SLOW_MS, SlowStatements } from "./slow-statements.ts";

test("only slow statements are remembered, the most expensive first", () => {
  const slow = new SlowStatements();
  slow.note("select 1", SLOW_MS - 1);
  slow.note("select 2", SLOW_MS);
  slow.note("select 3", SLOW_MS * 2);
  slow.note("select 2", SLOW_MS * 3);
  assert.deepEqual(slow.list(), [
    { text: "select 2", count: 2, totalMs: SLOW_MS * 4, longestMs: SLOW_MS * 3 },
    { text: "select 3", count: 1, totalMs: SLOW_MS * 2, longestMs: SLOW_MS * 2 },
  ]);
});

test("the list has a limit, and the cheapest statement leaves it", () => {
  const slow = new SlowStatements();
  for (let turn = 0; turn < 60; turn++) slow.note(`select c${turn}`, SLOW_MS + turn);
  assert.equal(slow.list().length, 50);
  assert.equal(slow.list()[0]?.text, "select c59");
});

test("literals and long numbers are masked, parameters and names stay", () => {
  assert.equal(
    maskLiterals("set x = '4111 1111''1';\n  select $12, a1234 from t where id = 4111111111111111"),
    "set x = '…'; select $12, a1234 from t where id = …",
  );
});
