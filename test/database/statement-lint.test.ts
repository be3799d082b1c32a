/**
 * Every SQL statement of the product is read from the sources and parsed with PostgreSQL's own
 * parser. Tables that a Citus cluster distributes must be fixed to an account by a parameter, or the
 * statement is on the list of exceptions with its reason.
 */
import assert from "node:assert/strict";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { loadModule } from "libpg-query";
import { DISTRIBUTION_COLUMN, TABLE_LAYOUT } from "../../src/db/sharding/table-layout.ts";
import {
  checkStatement,
  parseStatement,
  type ShardingRules,
} from "../../tools/statements/check-statement.ts";
import {
  extractStatements,
  type SourceStatement,
} from "../../tools/statements/extract-statements.ts";
import { GUARDED, VIEWS } from "../kit/distributed-names.ts";
import { STATEMENT_EXCEPTIONS, UNREADABLE_STATEMENTS } from "./statement-exceptions.ts";

const ROOT = path.resolve(import.meta.dirname, "../../src");

const RULES: ShardingRules = {
  distributionColumn: DISTRIBUTION_COLUMN,
  isDistributed: (table) => TABLE_LAYOUT[table]?.place === "account" || VIEWS.includes(table),
  hasRowSecurity: (table) => GUARDED.includes(table),
  isLocal: (table) => TABLE_LAYOUT[table]?.place === "coordinator",
};

await loadModule();
const files = globSync("**/*.ts", { cwd: ROOT, exclude: ["**/*.test.ts"] });
const product = extractStatements(
  files.map((file) => path.join(ROOT, file)),
  ROOT,
);

test("the lint finds the statements of the product", () => {
  const names = product.statements.map(({ name }) => name);
  assert.ok(names.length > 600, `only ${names.length} statements were found`);
  for (const known of [
    "core/vault/vault-store.ts findToken",
    "core/payments/attempts/attempt-statements.ts attemptStatements",
    "db/snapshot.ts copy",
  ]) {
    assert.ok(names.includes(known), `${known} was not found`);
  }
});

test("every SQL template is part of a statement that the lint reads", () => {
  assert.deepEqual(product.unused, []);
});

test("PostgreSQL can parse every statement", () => {
  const refused = product.statements.filter(({ name }) => !(name in UNREADABLE_STATEMENTS));
  assert.deepEqual(refused.flatMap(listUnparsable), []);
});

test("a distributed table is fixed to an account, or the statement is on the list", () => {
  const found = product.statements.filter(({ name }) => !(name in STATEMENT_EXCEPTIONS));
  assert.deepEqual(found.flatMap(listFindings), []);
});

test("every exception is needed", () => {
  const needed = new Set(
    product.statements.filter((one) => listFindings(one).length > 0).map(({ name }) => name),
  );
  assert.deepEqual(
    Object.keys(STATEMENT_EXCEPTIONS).filter((name) => !needed.has(name)),
    [],
  );
  const unreadable = new Set(
    product.statements.filter((one) => listUnparsable(one).length > 0).map(({ name }) => name),
  );
  assert.deepEqual(
    Object.keys(UNREADABLE_STATEMENTS).filter((name) => !unreadable.has(name)),
    [],
  );
});

const FIXED = [
  "select from outbox where account_id = $1",
  "select from outbox where account_id = any ($1::bigint[])",
  "select from outbox o join delivery_attempts a on a.account_id = o.account_id where o.account_id = $1",
  "insert into outbox (account_id, kind) values ($1, $2), ($3, $4)",
  "insert into vault (kind, account_id) select kind, $1::bigint from unnest($2::text[]) kind",
  "insert into outbox (kind, account_id) select kind, $1::bigint from unnest($2::text[]) kind returning 1",
  "update outbox o set due_at = $2 from unnest($3::bigint[]) gone (id) where o.account_id = $1",
  "delete from vault where account_id = $1 and token_id = $2",
  "with outbox as (select 1) select from outbox",
  "select from accounts",
];

test("a statement that is fixed to accounts passes", () => {
  for (const text of FIXED) assert.deepEqual(checkStatement(text, RULES), [], text);
});

const NOT_FIXED = [
  "select from outbox",
  "select from outbox where account_id + 0 = $1",
  "select from outbox where account_id = $1 or id = $2",
  "select from outbox where account_id > $1",
  "select from outbox o, vault v where o.account_id = $1",
  "select from outbox where account_id = $1 union all select from outbox",
  "select (select count(*) from vault)",
  "select from outbox where account_id = $1 and exists (select from vault where token_id = $2)",
  "select from unnest($1::bigint[]) asked (account_id) join outbox o on o.account_id = asked.account_id",
  "with gone as (delete from vault returning 1) select from gone",
  "insert into outbox (account_id, kind) select account_id, kind from unnest($1::bigint[])",
  "insert into outbox (kind, account_id) select kind, $1::bigint from unnest($2::text[]) kind",
  "insert into outbox values ($1, $2)",
  "update outbox set due_at = $1",
  "delete from outbox using unnest($1::bigint[]) gone (id) where outbox.id = gone.id",
  "select from vault where account_id = $1 and exists (select from accounts)",
  "copy (select * from outbox) to stdout",
  "alter table outbox add column more text",
  "truncate outbox",
];

test("a statement that is not fixed to accounts is found", () => {
  for (const text of NOT_FIXED) assert.notDeepEqual(checkStatement(text, RULES), [], text);
});

/** A program with its own tag and database. */
const SAMPLE = `class Sql { readonly texts: string[] = []; }
declare function sql(literals: TemplateStringsArray, ...slots: unknown[]): Sql;
interface Db { rows(literals: TemplateStringsArray, ...slots: unknown[]): void }
const WAITING = sql\`delivered_at is null\`;
const both = (left: Sql, right: Sql) => sql\`\${left} and \${right}\`;
function conditions(kind?: string): Sql[] {
  return [WAITING, ...(kind === undefined ? [] : [sql\`kind = \${kind}\`])];
}
export function list(db: Db, kind?: string) {
  return db.rows\`select from outbox where \${conditions(kind).reduce(both)}\`;
}
export function find(db: Db, texts: Map<string, Sql>) {
  return db.rows\`select from outbox where \${texts.get("one") as Sql}\`;
}
sql\`nobody uses this\`;`;

test("SQL is followed through variables, functions, lists and conditions, or reported", (t) => {
  const folder = mkdtempSync(path.join(import.meta.dirname, "lint-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "source.ts");
  writeFileSync(file, SAMPLE);
  const { statements, unused } = extractStatements([file], folder);
  const [list, find] = statements;
  assert.deepEqual(list?.texts, [
    "select from outbox where delivered_at is null",
    "select from outbox where delivered_at is null and kind = $1",
  ]);
  assert.deepEqual(list?.unreadable, []);
  assert.deepEqual(find?.unreadable, ['texts.get("one") as Sql']);
  assert.equal(unused.length, 1);
});

function listFindings({ name, line, texts }: SourceStatement): readonly string[] {
  const findings = texts.flatMap((text) => (isParsable(text) ? checkStatement(text, RULES) : []));
  return [...new Set(findings)].map((finding) => `${name} (line ${line}): ${finding}`);
}

function listUnparsable({ name, line, texts, unreadable }: SourceStatement): readonly string[] {
  const refused = texts.filter((text) => !isParsable(text));
  return [...unreadable, ...refused].map((text) => `${name} (line ${line}): ${text}`);
}

function isParsable(text: string): boolean {
  try {
    parseStatement(text);
    return true;
  } catch {
    return false;
  }
}
