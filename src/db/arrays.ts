/**
 * Many rows as one array per column, the way unnest takes them. Written as PostgreSQL reads arrays
 * in text: one string a column costs less, on both sides, than a parameter a value.
 */

type Value = string | number | boolean | null | undefined | Uint8Array | Temporal.Instant;

/** One array a column, in the order of the columns. */
export function columnArrays(rows: readonly object[], columns: readonly string[]): string[] {
  return columns.map((column) => {
    let text = "{";
    for (const row of rows) {
      if (text.length > 1) text += ",";
      text += element((row as Readonly<Record<string, Value>>)[column]);
    }
    return `${text}}`;
  });
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
