/**
 * The states and types of transactions have one list each (moves.ts, transaction.ts). The database's
 * own lists must agree with them, and no statement may contain a list of its own.
 */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import {
  statesInGroups,
  TRANSACTION_STATES,
  type TransactionState,
} from "../../src/core/payments/moves.ts";
import { TRANSACTION_TYPES } from "../../src/core/payments/transaction.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SCHEMA = await readFile(path.join(ROOT, "schema.sql"), "utf8");

test("a transaction may be stored with every state of the table that is not open", () => {
  const open = statesInGroups("open");
  const stored = TRANSACTION_STATES.filter((state) => !open.includes(state));
  assert.deepEqual(listsIn(lineWith("constraint transactions_state_check")), [sorted(stored)]);
});

test("an open attempt may have the open states, and reversing", () => {
  const open: TransactionState[] = [...statesInGroups("open"), "reversing"];
  assert.deepEqual(listsIn(lineWith("constraint open_attempts_state_check")), [sorted(open)]);
});

test("the index of what goes into a batch has the states that go into a batch", () => {
  const toBatch = statesInGroups("paid", "refunded");
  assert.deepEqual(listsIn(lineWith("CREATE INDEX transactions_to_batch")), [sorted(toBatch)]);
});

test("reports group the states as the table does", () => {
  const view = SCHEMA.slice(SCHEMA.indexOf("create view report_records"));
  const canBeUndone = statesInGroups("changing").filter((state) => state !== "capturing");
  assert.deepEqual(listsIn(view.slice(0, view.indexOf("FROM transactions one"))), [
    sorted(statesInGroups("undone")),
    sorted([...statesInGroups("pending", "settled", "returned"), ...canBeUndone]),
    sorted(statesInGroups("paid")),
    sorted(statesInGroups("undone")),
    sorted(statesInGroups("settled", "returned")),
  ]);
});

test("every transaction type may be stored", () => {
  const lists = listsIn(lineWith("constraint transactions_transaction_type_check"), "type");
  assert.deepEqual(lists, [sorted(TRANSACTION_TYPES)]);
});

test("no statement has a hand-written list of states or types", async () => {
  const folder = path.join(ROOT, "src");
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => file.endsWith(".ts") && !/\.test\.ts$|state-sql\.ts$/.test(file),
  );
  const found = await Promise.all(
    files.map(async (file) =>
      handwrittenLists(await readFile(path.join(folder, file), "utf8")).map(
        (list) => `${file}: ${list}`,
      ),
    ),
  );
  assert.deepEqual(found.flat(), []);
});

test("a hand-written list of states would be found", () => {
  const wrong = ["state in ('sold', 'forced')", "transaction_type not in (\n 'SALE')"];
  for (const one of wrong) assert.equal(handwrittenLists(one).length, 1, one);
  assert.deepEqual(handwrittenLists("file.state in ('prepared', 'handed_over')"), []);
});

function handwrittenLists(text: string): string[] {
  const names: ReadonlySet<string> = new Set([...TRANSACTION_STATES, ...TRANSACTION_TYPES]);
  return [...text.matchAll(/\bin \(\s*('[^)]*')\s*\)/g)].flatMap(([list, items = ""]) =>
    items.split(",").some((item) => names.has(item.trim().replaceAll("'", ""))) ? [list] : [],
  );
}

function lineWith(start: string): string {
  const line = SCHEMA.split("\n").find((one) => one.trim().startsWith(start));
  assert.ok(line, `schema.sql has a line that starts with "${start}"`);
  return line;
}

/** The lists of states that a piece of schema.sql compares with, each one sorted. */
function listsIn(text: string, column: "state" | "type" = "state"): string[][] {
  const lists = text.matchAll(/(\w+) (?:= ANY|<> ALL) \(ARRAY\[([^\]]*)\]/g);
  return [...lists].flatMap(([, name = "", items = ""]) =>
    name.endsWith(column)
      ? [sorted([...items.matchAll(/'([^']+)'/g)].map(([, item = ""]) => item))]
      : [],
  );
}

function sorted(names: readonly string[]): string[] {
  return [...names].sort();
}
