/** Pages of lists that are too long to count: one more than asked for says whether there are more. */
import type { CursorPage } from "../contract.ts";
import type { Query } from "../read.ts";

/** Where the page before ended. What is no position counts as none. */
export function cursorOf(query: Query, name = "before"): string | undefined {
  const text = query.text(name) ?? "";
  return /^\d{1,18}$/.test(text) ? text : undefined;
}

export function pageOf<Item>(
  found: readonly Item[],
  take: number,
  placeOf: (item: Item) => string,
): CursorPage<Item> {
  const items = found.slice(0, take);
  const last = items.at(-1);
  return found.length > take && last !== undefined ? { items, next: placeOf(last) } : { items };
}
