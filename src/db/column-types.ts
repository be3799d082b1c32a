/** Parsers for the column types of PostgreSQL. */
import pg from "pg";
import type { ReadText } from "./statements/statement.ts";

const TIMESTAMPTZ = 1184;

// By default pg returns a Date, but all times in the code are Temporal.
export function getTypeParser(oid: number, format?: string): unknown {
  if (oid === TIMESTAMPTZ && format !== "binary") return readInstant;
  return pg.types.getTypeParser(oid, format as "text");
}

export function columnReader(type: number): ReadText {
  return getTypeParser(type) as ReadText;
}

function readInstant(text: string): Temporal.Instant {
  return Temporal.Instant.from(text.replace(" ", "T"));
}
