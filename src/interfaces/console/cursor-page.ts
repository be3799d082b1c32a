/** Pages of lists that are too long to count. One extra row tells whether there are more. */
import type { CursorPage } from "./contract.ts";
import { numericId } from "./ids.ts";
import type { Query } from "./read.ts";

/** The end of the previous page. Invalid positions are ignored. */
export function cursorId(query: Query, name: "before" | "after"): string | undefined {
  return numericId(query.text(name));
}

/** `found` has up to one row more than the page. */
export function cursorPage<Item>(
  found: readonly Item[],
  take: number,
  cursorOf: (item: Item) => string,
): CursorPage<Item> {
  const items = found.slice(0, take);
  const last = items.at(-1);
  return found.length > take && last !== undefined ? { items, next: cursorOf(last) } : { items };
}
