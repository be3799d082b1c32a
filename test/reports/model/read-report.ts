/** Reads a report of any format into columns and values, and checks the rules of the format. */
import assert from "node:assert/strict";
import { readCsv } from "./read-csv.ts";
import { readXml } from "./read-xml.ts";

export type Values = Readonly<Record<string, string>>;

export interface ReadReport {
  readonly columns: readonly string[];
  readonly records: readonly Values[];
}

export const TYPES: Readonly<Record<string, string>> = {
  CSV: "text/csv",
  JSON: "application/json",
  XML: "application/xml",
};

const FLAGS = new Set(["keyed", "swiped"]);
const AMOUNTS = new Set(["refund_balance", "transaction_amount"]);
/** Amounts that not every transaction has. */
const PARTS = new Set(["level2_tax", "restaurant_gratuity"]);

export const READERS: Readonly<Record<string, (body: string) => ReadReport>> = {
  CSV: fromCsv,
  JSON: fromJson,
  XML: fromXml,
};

function fromCsv(body: string): ReadReport {
  const [columns = [], ...rows] = readCsv(body);
  const records = rows.map((row) => {
    assert.equal(row.length, columns.length, "a row is as wide as the header");
    return Object.fromEntries(columns.map((name, place) => [name, row[place] ?? ""]));
  });
  return { columns: unique(columns), records };
}

function fromJson(body: string): ReadReport {
  const report = JSON.parse(body) as Record<string, unknown>;
  assert.deepEqual([report["api"], report["version"]], ["rsapi", "3.8"]);
  const rows = report["transactions"] as Record<string, unknown>[];
  assert.equal(report["count"], rows.length);
  assert.deepEqual(Object.keys(report).sort(), ["api", "count", "transactions", "version"]);
  const records = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, jsonText(name, value)])),
  );
  return { columns: columnsOf(rows.map(Object.keys)), records };
}

/** Flags are booleans, amounts numbers, everything else is a string. An absent value is an empty string. */
function jsonText(name: string, value: unknown): string {
  if (FLAGS.has(name)) {
    assert.equal(typeof value, "boolean", name);
    return value === true ? "1" : "0";
  }
  if (AMOUNTS.has(name) || (PARTS.has(name) && value !== "")) {
    assert.ok(typeof value === "number", name);
    assert.equal(value, Number(value.toFixed(2)), name);
    return value.toFixed(2);
  }
  assert.ok(typeof value === "string", name);
  return value;
}

function fromXml(body: string): ReadReport {
  const root = readXml(body);
  assert.equal(root.name, "report");
  const { children } = root;
  assert.deepEqual(root.attributes, {
    api: "rsapi",
    version: "3.8",
    count: String(children.length),
  });
  const records = children.map((child) => {
    assert.equal(child.name, "transaction");
    assert.equal(child.text.trim(), "");
    const fields = child.children.map(({ name, text }) => [nameOf(name), text]);
    return Object.fromEntries(fields);
  });
  const names = children.map((child) => child.children.map(({ name }) => nameOf(name)));
  return { columns: columnsOf(names), records };
}

/** Characters that an XML name cannot have are written as `_xHHHH_`. */
function nameOf(name: string): string {
  return name.replace(/_x([0-9A-F]{4,6})_/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

/** Every record has the same columns, in the same order. */
function columnsOf(rows: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = rows;
  for (const other of others) assert.deepEqual(other, first);
  return unique(first);
}

function unique(columns: readonly string[]): readonly string[] {
  assert.equal(new Set(columns).size, columns.length, "no column comes twice");
  return columns;
}
