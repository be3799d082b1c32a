/** What core gives, as JSON makes it: moments are text. The types of both sides meet here. */
import { conflict } from "../errors.ts";
import type { Call } from "../routes.ts";

export type Sent<Value> = Value extends Temporal.Instant
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: Sent<Value[Key]> }
      : Value;

/** Nothing is done: JSON writes a moment as text by itself. */
export function sent<Value>(value: Value): Sent<Value> {
  return value as Sent<Value>;
}

const ID = /^\d{1,18}$/;

/** A number out of the path; undefined: there is nothing like that. */
export function idOf(text: string): string | undefined {
  return ID.test(text) ? text : undefined;
}

/** Where the page before this one ended. */
export function afterOf({ query }: Call): string | undefined {
  return idOf(query.text("after") ?? "");
}

/** A page of what comes in order of its ids. One more was asked for than is shown. */
export function pageOf<Item>(
  items: readonly Item[],
  take: number,
  idOfItem: (item: Item) => string,
): { readonly items: readonly Item[]; readonly next?: string } {
  const shown = items.slice(0, take);
  const last = shown.at(-1);
  if (items.length <= take || last === undefined) return { items: shown };
  return { items: shown, next: idOfItem(last) };
}

export function momentOf(call: Call, name: string): Temporal.Instant | undefined {
  const text = call.query.text(name);
  if (text === undefined) return undefined;
  try {
    return Temporal.Instant.from(text);
  } catch {
    throw conflict("That is no moment: choose a day and a time.");
  }
}
