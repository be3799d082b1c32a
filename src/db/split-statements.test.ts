/** A migration is sent one statement at a time, so it must be split where PostgreSQL would. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "libpg-query";
import { readMigrations } from "./migrate.ts";
import { splitStatements } from "./split-statements.ts";

const CASES: readonly (readonly [name: string, text: string, statements: readonly string[]])[] = [
  ["two statements", "select 1; select 2;\n", ["select 1", "select 2"]],
  ["nothing after the last semicolon", "select 1", ["select 1"]],
  ["a string", "select 'a;''b;'; select 2", ["select 'a;''b;'", "select 2"]],
  ["a quoted name", 'select 1 as "a;""b"; select 2', ['select 1 as "a;""b"', "select 2"]],
  ["a comment of a line", "select 1 -- a; b's\n; select 2", ["select 1", "select 2"]],
  ["a comment", "/* a; b's */ select 1; -- end;", ["select 1"]],
  ["a body", "do $$ begin a; end $$; select 2", ["do $$ begin a; end $$", "select 2"]],
  ["a named body", "do $a$ x; $$; $a$; select $1", ["do $a$ x; $$; $a$", "select $1"]],
  ["a minus and a slash", "select 1 - 2 / 3; select 4", ["select 1 - 2 / 3", "select 4"]],
];

for (const [name, text, statements] of CASES) {
  test(`a migration is split into statements: ${name}`, () => {
    assert.deepEqual(splitStatements(text), statements);
  });
}

test("every migration is split where PostgreSQL's parser splits it", async () => {
  for (const { number, text } of await readMigrations()) {
    const parts = await Promise.all(splitStatements(text).map((statement) => parse(statement)));
    for (const { stmts } of parts) assert.equal(stmts?.length, 1, `migration ${number}`);
    const [split, whole] = [parts.flatMap(({ stmts = [] }) => stmts), (await parse(text)).stmts];
    assert.ok(withoutPlaces(split) === withoutPlaces(whole), `migration ${number}`);
  }
});

/** Places in the text differ, because comments are left out. */
function withoutPlaces(tree: unknown): string {
  return JSON.stringify(tree, (key, value) =>
    /location$|_len$|_start$|_end$/.test(key) ? undefined : value,
  );
}
