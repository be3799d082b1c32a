/** Writes values as a form of the point of sale, with files if there are any. */
import { writeValue } from "../wire/form.ts";
import { POS_NAMES } from "./pos-names.ts";

const NAMES: Readonly<Record<string, string>> = POS_NAMES;
type Entry = readonly [name: string, value: string | Blob];

/** Files need a multipart form. */
export function writePosForm(values: object): URLSearchParams | FormData {
  const entries = listEntries(values, (name) => name);
  const hasFile = entries.some(([, value]) => typeof value !== "string");
  const form = hasFile ? new FormData() : new URLSearchParams();
  // Both kinds of form take a name and a value; only FormData is given files.
  for (const [name, value] of entries) form.append(name, value as string);
  return form;
}

function listEntries(values: object, place: (name: string) => string): Entry[] {
  return Object.entries(values).flatMap(([own, value]) => {
    const wire = NAMES[own] ?? own;
    return listValue(place(wire), value);
  });
}

/** A list of records is numbered: line_items[0][name]. A list of ids is separated by commas. */
function listValue(name: string, value: unknown): Entry[] {
  if (value === undefined || value === null) return [];
  if (value instanceof Blob) return [[name, value]];
  if (!Array.isArray(value)) return [[name, writeValue(name, value, "pos")]];
  if (value.some((one) => typeof one === "object")) {
    return value.flatMap((one, at) => listEntries(one, (member) => `${name}[${at}][${member}]`));
  }
  return [[name, value.join(",")]];
}
