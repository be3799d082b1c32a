/**
 * Reads application/x-www-form-urlencoded. A damaged body is an error, so that no payment is made
 * from a part of it.
 */
import { RequestError } from "./request-error.ts";

/** The values of each name, in the order in which they were sent. */
export type Form = ReadonlyMap<string, readonly string[]>;

export const FORM_TYPE = "application/x-www-form-urlencoded";
const FIELDS_MAX = 1_000;

export function parseForm(body: string): Form {
  const form = new Map<string, string[]>();
  const [equals, plus, percent] = [new Sign("=", body), new Sign("+", body), new Sign("%", body)];
  let fields = 0;
  for (let from = 0, end = 0; from < body.length; from = end + 1) {
    end = placeOf("&", body, from);
    if (end === from) continue;
    if (++fields > FIELDS_MAX) throw new RequestError("unreadable_body", "body", FIELDS_MAX);
    const nameEnd = Math.min(equals.from(from), end);
    const [name, value] = [body.slice(from, nameEnd), body.slice(nameEnd + 1, end)];
    const isCoded = plus.from(from) < end || percent.from(from) < end;
    if (isCoded) addPair(form, decode(name), decode(value));
    else addPair(form, name, value);
  }
  return form;
}

/** The next position of a character. It searches again only after the last position was passed. */
class Sign {
  readonly #sign: string;
  readonly #body: string;
  #place = -1;

  constructor(sign: string, body: string) {
    this.#sign = sign;
    this.#body = body;
  }

  from(place: number): number {
    if (this.#place < place) this.#place = placeOf(this.#sign, this.#body, place);
    return this.#place;
  }
}

/** The end of the body if the character does not occur again. */
function placeOf(sign: string, body: string, from: number): number {
  const at = body.indexOf(sign, from);
  return at < 0 ? body.length : at;
}

/** Writes a form in the format in which it is sent. */
export function writeForm(form: Form): string {
  const pairs = [...form].flatMap(([name, values]) => values.map((value) => [name, value]));
  return new URLSearchParams(pairs).toString();
}

function addPair(form: Map<string, string[]>, name: string, value: string): void {
  const values = form.get(name);
  if (values === undefined) form.set(name, [value]);
  else values.push(value);
}

/** A damaged escape, or bytes that are not UTF-8, make the whole body unreadable. */
function decode(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new RequestError("unreadable_body", "body");
  }
}
