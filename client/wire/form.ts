/** Writes values as the fields of a form. */
import { type Area, SixdoorsError } from "../errors.ts";
import type { NameTable } from "./names.ts";

export type FormValue = string | number | boolean | undefined | null;
export type Fields = Record<string, string>;

/** Flags are 1 and 0. What is not set is not sent. */
export function writeFields(
  values: Readonly<Record<string, unknown>>,
  table: NameTable,
  area: Area,
): Fields {
  const fields: Fields = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    fields[table[name] ?? refuseName(name, area)] = writeValue(name, value, area);
  }
  return fields;
}

export function writeValue(name: string, value: unknown, area: Area): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "string") return value;
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  throw new SixdoorsError(
    `${name} has a value of the wrong type. Send text; amounts are decimal text such as "12.34".`,
    { code: "invalid_argument", area },
  );
}

/** A misspelled name must not be left out silently: it may be the one that protects the payment. */
function refuseName(name: string, area: Area): never {
  const shown = /^[A-Za-z]{1,40}\d?$/.test(name) ? name : "This name";
  throw new SixdoorsError(`${shown} is not a known name. Check its spelling.`, {
    code: "invalid_argument",
    area,
  });
}

/** An amount must be text: a number such as 0.1 + 0.2 is not the amount that was meant. */
export function checkAmount(name: string, value: unknown, area: Area): void {
  if (value === undefined || (typeof value === "string" && /^\d+(\.\d{1,2})?$/.test(value))) return;
  throw new SixdoorsError(`${name} must be decimal text such as "12.34".`, {
    code: "invalid_argument",
    area,
  });
}
