/** Converts core types to their JSON form, in which times are text. */
import { conflict } from "../errors.ts";
import type { Call } from "../routes.ts";

export type Sent<Value> = Value extends Temporal.Instant
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: Sent<Value[Key]> }
      : Value;

/** Only changes the type: JSON.stringify converts times to text. */
export function sent<Value>(value: Value): Sent<Value> {
  return value as Sent<Value>;
}

const ID = /^\d{1,18}$/;

/** A number in the path. Undefined if it is not a valid number. */
export function idOf(text: string): string | undefined {
  return ID.test(text) ? text : undefined;
}

/** Where the previous page ended. */
export function afterOf({ query }: Call): string | undefined {
  return idOf(query.text("after") ?? "");
}

/** A page ordered by ID. One extra row was read to detect the next page. */
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
    throw conflict("Choose a valid date and time.");
  }
}
