/** Numeric IDs in paths and queries. A 64-bit database key has at most 18 safe digits. */
import type { Call } from "./routes.ts";

const NUMERIC_ID = /^\d{1,18}$/;
const POSITIVE_ID = /^[1-9]\d{0,17}$/;
/** No record has this ID, so a lookup with it finds nothing. */
const NO_ID = "0";

/** Undefined if the text is not a number. */
export function numericId(text = ""): string | undefined {
  return NUMERIC_ID.test(text) ? text : undefined;
}

export function idInPath(call: Call, name = "id"): string {
  const text = call.param(name);
  return POSITIVE_ID.test(text) ? text : NO_ID;
}

/** Undefined if the query has no such filter. */
export function idInQuery({ query }: Call, name: string): string | undefined {
  const text = query.text(name);
  return text === undefined || POSITIVE_ID.test(text) ? text : NO_ID;
}
