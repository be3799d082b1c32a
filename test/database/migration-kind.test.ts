/** Every migration says whether earlier releases keep working with it, and one that expands only adds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readMigrations } from "../../src/db/migrate.ts";
import {
  FIRST_WITH_KIND,
  findContractions,
  neededSchema,
} from "../../src/db/schema/migration-kind.ts";

const HOW = "Begin the file with the line `-- expand` or `-- contract: needs schema <number>`.";

const judged = (await readMigrations()).filter(({ number }) => number >= FIRST_WITH_KIND);

test("every migration says in its first line whether it expands or contracts", () => {
  for (const { number, name, text } of judged) {
    assert.match(text, /^-- (expand|contract: needs schema \d+)\n/, `${number}_${name}: ${HOW}`);
  }
});

test("a migration that expands has no statement that breaks an earlier release", () => {
  for (const migration of judged.filter((one) => neededSchema(one) === 0)) {
    const found = findContractions(migration.text).join(", ");
    assert.equal(found, "", `${migration.number}_${migration.name} ${found}`);
  }
});

test("a migration that contracts names an earlier schema, so the release before it keeps working", () => {
  for (const migration of judged) {
    const needed = neededSchema(migration);
    assert.ok(needed < migration.number, `${migration.number} needs schema ${needed}`);
    assert.ok(needed === 0 || needed >= FIRST_WITH_KIND - 1);
  }
});

test("the first line decides which releases keep working", () => {
  const needs = (text: string) => neededSchema({ number: 60, text });
  assert.equal(needs("-- expand\ncreate table a ();"), 0);
  assert.equal(needs("-- contract: needs schema 58\ndrop table a;"), 58);
  assert.equal(needs("-- Adds a table.\ncreate table a ();"), 60);
  assert.equal(needs("-- expanding\ncreate table a ();"), 60);
});

for (const [statement, words] of [
  ["drop table a;", "drops a table"],
  ["alter table a\n  drop column b;", "drops a column"],
  ["alter table a rename to b;", "renames something"],
  ["alter table a rename column b to c;", "renames something"],
  ["alter table a rename b to c;", "renames something"],
  ["alter table a alter column b set not null;", "sets a column to not null"],
  ["alter table a alter column b drop default;", "drops a default"],
  ["alter table a alter b type bigint;", "changes the type of a column"],
  ["ALTER TABLE a ALTER COLUMN b SET DATA TYPE bigint;", "changes the type of a column"],
  [
    "alter table a add column b text not null;",
    "adds a column that is not null and has no default",
  ],
  [
    "alter table a add b text not null, add c text;",
    "adds a column that is not null and has no default",
  ],
  ["drop index a_b;", "drops an index"],
  ["drop view a;", "drops a view"],
  ["revoke select on a from sixdoors_app;", "revokes a permission"],
  ["truncate a;", "truncates a table"],
] as const) {
  test(`a contraction is found: ${statement}`, () => {
    assert.deepEqual(findContractions(statement), [words]);
  });
}

test("additions are no contractions, and comments do not count", () => {
  const text = `-- Later we drop table a and rename it.
    create table a (id bigint primary key, name text not null);
    alter table b add column c text not null default 'x', add column d text;
    alter table b drop constraint b_check;
    alter table b add constraint b_check check (c in ('x', 'y'));
    alter table b alter column e drop not null;
    create index b_c on b (c);
    create trigger tell after truncate on b for each statement execute function tell();`;
  assert.deepEqual(findContractions(text), []);
});
