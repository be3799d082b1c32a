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
import { checkStatement, type ShardingRules } from "../../tools/statements/check-statement.ts";
import {
  type ExtractedStatements,
  extractStatements,
  type SourceStatement,
} from "../../tools/statements/extract-statements.ts";
import { GUARDED, VIEWS } from "../kit/distributed-names.ts";
import { FIXED, NOT_FIXED, SAMPLE } from "./sample-statements.ts";
import { STATEMENT_EXCEPTIONS, UNREADABLE_STATEMENTS } from "./statement-exceptions.ts";

const ROOT = path.resolve(import.meta.dirname, "../../src");

const RULES: ShardingRules = {
  distributionColumn: DISTRIBUTION_COLUMN,
  isDistributed: (table) => TABLE_LAYOUT[table]?.place === "account" || VIEWS.includes(table),
  hasRowSecurity: (table) => GUARDED.includes(table),
  isLocal: (table) => TABLE_LAYOUT[table]?.place === "coordinator",
};

await loadModule();
const { product, sample } = readSources();

/** Reads the product and the sample as one program, because the types of Node are read only once. */
function readSources(): Record<"product" | "sample", ExtractedStatements> {
  const folder = mkdtempSync(path.join(import.meta.dirname, "lint-"));
  try {
    const file = path.join(folder, "source.ts");
    writeFileSync(file, SAMPLE);
    const files = globSync("**/*.ts", { cwd: ROOT, exclude: ["**/*.test.ts"] });
    const all = extractStatements([...files.map((one) => path.join(ROOT, one)), file], ROOT);
    return {
      product: selectByName(all, isProductName),
      sample: selectByName(all, (name) => !isProductName(name)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Names begin with the path of the file below src. */
function isProductName(name: string): boolean {
  return !name.startsWith("../");
}

function selectByName(
  { statements, unused }: ExtractedStatements,
  isWanted: (name: string) => boolean,
): ExtractedStatements {
  return {
    statements: statements.filter(({ name }) => isWanted(name)),
    unused: unused.filter(isWanted),
  };
}

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

test("a statement that is fixed to accounts passes", () => {
  for (const text of FIXED) assert.deepEqual(checkStatement(text, RULES), [], text);
});

test("a statement that is not fixed to accounts is found", () => {
  for (const text of NOT_FIXED) assert.notDeepEqual(checkStatement(text, RULES), [], text);
});

test("SQL is followed through variables, functions, lists and conditions, or reported", () => {
  const { statements, unused } = sample;
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
  const findings = texts.flatMap((text) => lookUpFindings(text) ?? []);
  return [...new Set(findings)].map((finding) => `${name} (line ${line}): ${finding}`);
}

function listUnparsable({ name, line, texts, unreadable }: SourceStatement): readonly string[] {
  const refused = texts.filter((text) => lookUpFindings(text) === undefined);
  return [...unreadable, ...refused].map((text) => `${name} (line ${line}): ${text}`);
}

const findingsByText = new Map<string, readonly string[] | undefined>();

/** Several tests ask about the same texts. */
function lookUpFindings(text: string): readonly string[] | undefined {
  if (!findingsByText.has(text)) findingsByText.set(text, computeFindings(text));
  return findingsByText.get(text);
}

/** The findings, or undefined if PostgreSQL cannot parse the text. */
function computeFindings(text: string): readonly string[] | undefined {
  try {
    return checkStatement(text, RULES);
  } catch {
    return undefined;
  }
}
