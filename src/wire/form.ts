/** Reads application/x-www-form-urlencoded. Strict where lenience would hide a damaged payment. */
import { RequestFault } from "./fault.ts";

/** What was sent under each name, in order of arrival. */
export type Form = ReadonlyMap<string, readonly string[]>;

export const FORM_TYPE = "application/x-www-form-urlencoded";
const FIELDS_MAX = 1_000;

export function parseForm(body: string): Form {
  const form = new Map<string, string[]>();
  if (body === "") return form;
  let fields = 0;
  for (const pair of body.split("&")) {
    if (pair === "") continue;
    if (++fields > FIELDS_MAX) throw new RequestFault("unreadable_body", "body", FIELDS_MAX);
    addPair(form, pair);
  }
  return form;
}

/** A form as it would be sent. */
export function writeForm(form: Form): string {
  const pairs = [...form].flatMap(([name, values]) => values.map((value) => [name, value]));
  return new URLSearchParams(pairs).toString();
}

function addPair(form: Map<string, string[]>, pair: string): void {
  const equals = pair.indexOf("=");
  const name = decode(equals < 0 ? pair : pair.slice(0, equals));
  const value = equals < 0 ? "" : decode(pair.slice(equals + 1));
  const values = form.get(name);
  if (values === undefined) form.set(name, [value]);
  else values.push(value);
}

/** A damaged escape or bytes that are not UTF-8 make the whole body unreadable: nothing is guessed. */
function decode(text: string): string {
  if (!text.includes("%") && !text.includes("+")) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new RequestFault("unreadable_body", "body");
  }
}
