/** How the columns of an answer are read. */
import pg from "pg";
import type { ReadText } from "./statement.ts";

const TIMESTAMPTZ = 1184;

// Node's pg gives a Date, which would bring a second kind of time into the installation.
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
