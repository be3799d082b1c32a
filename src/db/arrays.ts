/**
 * Many rows as one array per column, the way unnest takes them. Written as PostgreSQL reads arrays
 * in text: one string a column costs less, on both sides, than a parameter a value.
 */
import { Sql } from "./sql.ts";

type Value = string | number | boolean | null | undefined | Uint8Array | Temporal.Instant;

/** One array a column, in the order of the columns. */
export function columnArrays(rows: readonly object[], columns: readonly string[]): string[] {
  return columns.map((column) => columnArray(rows, column));
}

/** The same for columns of these types, for the slots that `unnest` names. */
export function columnSlots(
  rows: readonly object[],
  types: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(types).map(([column, type]) =>
    type === "json"
      ? documentList(rows.map((row) => (row as Row)[column] as object | undefined))
      : columnArray(rows, column),
  );
}

/** Rows from one slot a column, numbered from 1, named "asked". */
export function unnest(types: Readonly<Record<string, string>>): Sql {
  const slots = Object.values(types).map((type, place) => readSlot(`$${place + 1}`, type));
  return new Sql([`unnest(${slots.join(", ")}) as asked (${Object.keys(types).join(", ")})`], []);
}

function readSlot(slot: string, type: string): string {
  return type === "json"
    ? `string_to_array(${slot}::text, E'\\x1e', '')::json[]`
    : `${slot}::${type}[]`;
}

/**
 * Documents travel apart from other values: JSON has a quote every few characters, and each would
 * have to be escaped. None has this character in it, since JSON escapes it.
 */
const BETWEEN_DOCUMENTS = "\x1e";

function documentList(documents: readonly (object | undefined)[]): string {
  return documents
    .map((document) => (document === undefined ? "" : JSON.stringify(document)))
    .join(BETWEEN_DOCUMENTS);
}

type Row = Readonly<Record<string, unknown>>;

/** unnest fills a column that is too short with nulls: one that nobody fills is empty. */
function columnArray(rows: readonly object[], column: string): string {
  if (rows.every((row) => (row as Row)[column] === undefined)) return "{}";
  let text = "{";
  for (const row of rows) {
    if (text.length > 1) text += ",";
    text += element((row as Row)[column] as Value);
  }
  return `${text}}`;
}

export function arrayLiteral(values: readonly Value[]): string {
  return `{${values.map(element).join(",")}}`;
}

function element(value: Value): string {
  if (value === undefined || value === null) return "NULL";
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString("hex")}"`;
  return `"${value.toString()}"`;
}

const SPECIAL = /["\\]/;
const EACH_SPECIAL = /["\\]/g;

function quoted(text: string): string {
  return SPECIAL.test(text) ? `"${text.replace(EACH_SPECIAL, "\\$&")}"` : `"${text}"`;
}
