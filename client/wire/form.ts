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
  throw refuseArgument(
    `${name} has a value of the wrong type. Send text; amounts are decimal text such as "12.34".`,
    area,
  );
}

/** A misspelled name must not be left out silently: it may be the one that protects the payment. */
function refuseName(name: string, area: Area): never {
  const shown = /^[A-Za-z]{1,40}\d?$/.test(name) ? name : "This name";
  throw refuseArgument(`${shown} is not a known name. Check its spelling.`, area);
}

/** An amount must be text: a number such as 0.1 + 0.2 is not the amount that was meant. */
export function checkAmount(name: string, value: unknown, area: Area): void {
  if (value === undefined || (typeof value === "string" && /^\d+(\.\d{1,2})?$/.test(value))) return;
  throw refuseArgument(`${name} must be decimal text such as "12.34".`, area);
}

/** Without amount and lines, everything is refunded. A value that is undefined must not do that. */
export function checkRefund(input: object, area: Area): void {
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined || !["amount", "lines"].includes(name)) continue;
    throw refuseArgument(`${name} is undefined. To refund everything, leave it out.`, area);
  }
  if ("amount" in input) checkAmount("amount", input.amount, area);
}

/** An empty key counts as none, and the request could then happen twice. */
export function checkKey(key: string, area: Area): string {
  if (/^[\x20-\x7e]{1,255}$/.test(key) && key.trim() !== "") return key;
  throw refuseArgument("idempotencyKey must have 1 to 255 printable ASCII characters.", area);
}

export function refuseArgument(message: string, area: Area): SixdoorsError {
  return new SixdoorsError(message, { code: "invalid_argument", area });
}
