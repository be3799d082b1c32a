/** A page of a list, and what is said of the whole. */
export interface Page {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly count: number;
  /** There are more than were counted. */
  readonly isMore: boolean;
  readonly hasNext: boolean;
}

export function offsetOf({ page, perPage }: Page): number {
  return (page - 1) * perPage;
}

/** Of rows that were asked for one more than the page holds. */
export function listed<Item>(
  rows: readonly Item[],
  { perPage }: Page,
  count: number,
): Listed<Item> {
  return {
    items: rows.slice(0, perPage),
    count,
    isMore: false,
    hasNext: rows.length > perPage,
  };
}
