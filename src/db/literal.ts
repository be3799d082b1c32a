/** A statement with its values written into it, for COPY, which takes no parameters. */
import pg from "pg";
import type { Sql } from "./sql.ts";

export function inlineValues({ texts, values }: Sql): string {
  return texts.reduce((joined, next, hole) => joined + literal(values[hole - 1]) + next);
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  if (typeof value === "string") return pg.escapeLiteral(value);
  if (value instanceof Temporal.Instant) return pg.escapeLiteral(value.toString());
  throw new Error(`${typeof value} has no literal`);
}
