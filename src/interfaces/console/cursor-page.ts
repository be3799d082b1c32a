/**
 * Pages of lists that are too long to count. Reading one extra row tells whether there are more.
 */
import type { CursorPage } from "./contract.ts";
import type { Query } from "./read.ts";

/** The end of the previous page. Invalid positions are ignored. */
export function cursorId(query: Query, name = "before"): string | undefined {
  const text = query.text(name) ?? "";
  return /^\d{1,18}$/.test(text) ? text : undefined;
}

export function cursorPage<Item>(
  found: readonly Item[],
  take: number,
  placeOf: (item: Item) => string,
): CursorPage<Item> {
  const items = found.slice(0, take);
  const last = items.at(-1);
  return found.length > take && last !== undefined ? { items, next: placeOf(last) } : { items };
}
