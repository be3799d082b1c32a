/** Names of statements in traces. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { statementName } from "./statement-name.ts";

test("a statement is named by its verb and its first table", () => {
  assert.equal(statementName("select 1"), "select");
  assert.equal(
    statementName("\n  SELECT a from only transactions where id = $1"),
    "select transactions",
  );
  assert.equal(
    statementName("insert into simulator.ach_files (a) values ($1)"),
    "insert simulator.ach_files",
  );
  assert.equal(statementName("update outbox set a = $1"), "update outbox");
  assert.equal(
    statementName("with x as (delete from open_attempts) select 1"),
    "with open_attempts",
  );
  assert.equal(
    statementName("insert into open_attempts_102008 values ($1)"),
    "insert open_attempts",
  );
  const taken =
    "with sent as (select * from unnest($1)) insert into attempts (a) select 1 from sent";
  assert.equal(statementName(taken), "with attempts");
});

test("a value that is written into the text is not in the name", () => {
  const text = "begin; set local sixdoors.account_id = '120000000001'";
  assert.equal(statementName(text), "begin");
  assert.equal(statementName("select '4111111111111111' from t4111111111111111"), "select t");
});
