/** Converts core types to their JSON form, in which times are text. */
import { conflict } from "../errors.ts";
import type { Call } from "../routes.ts";

export type AsJson<Value> = Value extends Temporal.Instant
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly AsJson<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: AsJson<Value[Key]> }
      : Value;

/** Only changes the type: JSON.stringify converts times to text. */
export function asJson<Value>(value: Value): AsJson<Value> {
  return value as AsJson<Value>;
}

const ID = /^\d{1,18}$/;

/** A number in the path. Undefined if it is not a valid number. */
export function numericId(text: string): string | undefined {
  return ID.test(text) ? text : undefined;
}

/** Where the previous page ended. */
export function readCursorId({ query }: Call): string | undefined {
  return numericId(query.text("after") ?? "");
}

/** A page ordered by ID. One extra row was read to detect the next page. */
export function cursorPage<Item>(
  items: readonly Item[],
  take: number,
  idOfItem: (item: Item) => string,
): { readonly items: readonly Item[]; readonly next?: string } {
  const shown = items.slice(0, take);
  const last = shown.at(-1);
  if (items.length <= take || last === undefined) return { items: shown };
  return { items: shown, next: idOfItem(last) };
}

export function readTime(call: Call, name: string): Temporal.Instant | undefined {
  const text = call.query.text(name);
  if (text === undefined) return undefined;
  try {
    return Temporal.Instant.from(text);
  } catch {
    throw conflict("Choose a valid date and time.");
  }
}
