/**
 * Finds unknown fields of a request, and lists the known ones. Invalid spellings of lists and line
 * numbers count as known here, because their readers report them with better messages.
 */
import { isHarmless } from "../../values/masking/harmless.ts";
import { FieldError } from "./form.ts";

/** A field of a route's form, as its schema describes it. */
export interface SchemaField {
  readonly type?: string;
  readonly format?: string;
}

export type SchemaFields = Readonly<Record<string, SchemaField>>;

const ERRORS_MAX = 20;
const NAME_LENGTH_MAX = 100;
const PRINTABLE = /^[^\p{Cc}\p{Cs}]+$/u;
/** Used if a name cannot be repeated in the answer. */
const NO_NAME = "form";

const LINE_PREFIX = "line_items[0]";
const LINE_NAME = /^line_items\[([^\]]*)\]/;
const LINE_NUMBER = /^[0-9]+$/;

export function unknownFields(
  sent: readonly string[],
  fields: SchemaFields,
): readonly FieldError[] {
  const unknown = [...new Set(sent)].filter((name) => !isKnown(name, fields));
  return unknown.slice(0, ERRORS_MAX).map((name) => {
    const known = knownNames(name, fields).join(", ");
    return new FieldError(repeatable(name), `Unknown field. Known fields: ${known}.`);
  });
}

function isKnown(name: string, fields: SchemaFields): boolean {
  const shown = shownName(name, fields);
  if (shown === undefined) return true;
  return Object.keys(fields).some((field) => {
    const plain = field.replace(/\[\]$/, "");
    return shown === plain || shown.startsWith(`${plain}[`);
  });
}

/** The name in the schema, where every line is line 0. Undefined if the reader will refuse it. */
function shownName(name: string, fields: SchemaFields): string | undefined {
  if (!hasLines(fields)) return name;
  const [, number] = LINE_NAME.exec(name) ?? [];
  if (number === undefined) return name;
  return LINE_NUMBER.test(number) ? name.replace(LINE_NAME, LINE_PREFIX) : undefined;
}

function hasLines(fields: SchemaFields): boolean {
  return Object.keys(fields).some((field) => field.startsWith(LINE_PREFIX));
}

/** The fields of a line for a line's field, else those of the request. */
function knownNames(name: string, fields: SchemaFields): readonly string[] {
  const all = Object.keys(fields);
  const ofLine = all.filter((field) => field.startsWith(LINE_PREFIX));
  if (ofLine.length === 0) return all;
  if (LINE_NAME.test(name)) return ofLine.map((field) => field.slice(LINE_PREFIX.length + 1, -1));
  return [...all.filter((field) => !ofLine.includes(field)), "line_items[n][…]"];
}

function repeatable(name: string): string {
  const isShort = name.length <= NAME_LENGTH_MAX;
  return isShort && PRINTABLE.test(name) && isHarmless(name) ? name : NO_NAME;
}
