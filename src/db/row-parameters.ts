/** Writes one row as the parameters of a statement, as text. */
import { instantText } from "../values/instants.ts";

export type Parameter = string | null;

/** Reads the values of rows by name, in the order of the names. Missing values are null. */
export class RowParameters {
  readonly #names: readonly string[];
  readonly #isDocument: readonly boolean[];

  constructor(types: Readonly<Record<string, string>>) {
    this.#names = Object.keys(types);
    this.#isDocument = Object.values(types).map((type) => type === "json");
  }

  fill(row: object): Parameter[] {
    return this.#names.map((name, place) => {
      const value = (row as Readonly<Record<string, unknown>>)[name];
      if (value === undefined || value === null) return null;
      return this.#isDocument[place] === true ? JSON.stringify(value) : parameterText(value);
    });
  }
}

/** A statement's parameters from $1 to the given one, separated by commas. */
export function numberedSlots(count: number): string {
  return Array.from({ length: count }, (_, place) => `$${place + 1}`).join(", ");
}

function parameterText(value: unknown): string {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  if (value instanceof Temporal.Instant) return instantText(value);
  return String(value);
}
