/** Writes one row as the parameters of a statement, as text. */
import { instantText } from "../../values/instants.ts";
import { Sql, sql } from "../sql.ts";

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

/** Inserts one row of all these columns. Its parameters come from RowParameters of the same columns. */
export function insertRow(
  table: string,
  types: Readonly<Record<string, string>>,
  override: Sql = sql``,
): Sql {
  const columns = Object.keys(types);
  const slots = columns.map((_, place) => `$${place + 1}`);
  const [names, values] = [columns, slots].map((list) => new Sql([list.join(", ")], []));
  return sql`insert into ${new Sql([table], [])} (${names}) ${override} values (${values})`;
}

function parameterText(value: unknown): string {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  if (value instanceof Temporal.Instant) return instantText(value);
  return String(value);
}
