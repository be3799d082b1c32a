/**
 * Writes many rows as one array per column, for unnest. An array is one text parameter, which costs
 * less on both sides than one parameter per value.
 */
import { instantText } from "../values/instants.ts";
import { Sql } from "./sql.ts";

type Value = string | number | boolean | null | undefined | Uint8Array | Temporal.Instant;

/** Returns one array per column, in the order of the columns. */
export function columnArrays(rows: readonly object[], columns: readonly string[]): string[] {
  return columns.map((column) => columnArray(rows, column));
}

/** Writes rows as the parameters of `unnest`, given the names and types of the columns. */
export class ColumnSlots {
  readonly #places: ReadonlyMap<string, number>;
  readonly #isDocument: readonly boolean[];

  constructor(types: Readonly<Record<string, string>>) {
    this.#places = new Map(Object.keys(types).map((column, place) => [column, place]));
    this.#isDocument = Object.values(types).map((type) => type === "json");
  }

  /**
   * Visits only the properties that rows have, which are few. Ignores names that are not columns.
   */
  fill(rows: readonly object[]): string[] {
    const cells: (string[] | undefined)[] = this.#isDocument.map(() => undefined);
    rows.forEach((row, at) => {
      for (const name in row) {
        const place = this.#places.get(name);
        const value = (row as Row)[name];
        if (place === undefined || value === undefined) continue;
        const isDocument = this.#isDocument[place] === true;
        cells[place] ??= Array<string>(rows.length).fill(isDocument ? "" : "NULL");
        cells[place][at] = isDocument ? JSON.stringify(value) : element(value as Value);
      }
    });
    return cells.map((texts, place) => this.#write(place, texts));
  }

  /** A column without values is written as an empty array, which unnest fills with nulls. */
  #write(place: number, texts: readonly string[] = []): string {
    return this.#isDocument[place] ? texts.join(BETWEEN_DOCUMENTS) : `{${texts.join(",")}}`;
  }
}

/** Whether no row has a value in this written column. */
export function isEmptyColumn(column: string): boolean {
  return column === "{}" || column === "";
}

/** The rows as a table named "asked", from one parameter per column after the first `before`. */
export function unnest(types: Readonly<Record<string, string>>, before = 0): Sql {
  const slots = Object.values(types).map((type, place) => readSlot(`$${before + place + 1}`, type));
  return new Sql([`unnest(${slots.join(", ")}) as asked (${Object.keys(types).join(", ")})`], []);
}

function readSlot(slot: string, type: string): string {
  return type === "json"
    ? `string_to_array(${slot}::text, E'\\x1e', '')::json[]`
    : `${slot}::${type}[]`;
}

/**
 * Separates JSON documents, which are not written as an array because each of their many quotes
 * would have to be escaped. JSON escapes this character, so no document contains it.
 */
const BETWEEN_DOCUMENTS = "\x1e";

type Row = Readonly<Record<string, unknown>>;

function columnArray(rows: readonly object[], column: string): string {
  return arrayLiteral(rows.map((row) => (row as Row)[column] as Value));
}

export function arrayLiteral(values: readonly Value[]): string {
  return `{${values.map(element).join(",")}}`;
}

/**
 * Writes a column of numbers, or of texts of digits and letters, without quotes. A column without
 * values is an empty array.
 */
export function plainColumn<Row>(
  rows: readonly Row[],
  cellOf: (row: Row) => string | number | undefined,
): string {
  const texts = new Array<string | number>(rows.length);
  let isFilled = false;
  for (let place = 0; place < rows.length; place++) {
    const cell = cellOf(rows[place] as Row);
    isFilled ||= cell !== undefined;
    texts[place] = cell ?? "NULL";
  }
  return isFilled ? `{${texts.join(",")}}` : "{}";
}

function element(value: Value): string {
  if (value === undefined || value === null) return "NULL";
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString("hex")}"`;
  return `"${instantText(value)}"`;
}

const SPECIAL = /["\\]/;
const EACH_SPECIAL = /["\\]/g;

function quoted(text: string): string {
  return SPECIAL.test(text) ? `"${text.replace(EACH_SPECIAL, "\\$&")}"` : `"${text}"`;
}
