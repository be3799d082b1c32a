/** A page of a list, and the count of the whole list. */
export interface PosPage {
  /** Starts at 1. */
  readonly page: number;
  readonly perPage: number;
}

export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly count: number;
  /** True if there are more items than `count`. */
  readonly isMore: boolean;
  readonly hasNext: boolean;
}

export function pageOffset({ page, perPage }: PosPage): number {
  return (page - 1) * perPage;
}

/** `rows` has one more row than the page if there is a next page. */
export function toListedPage<Item>(
  rows: readonly Item[],
  { perPage }: PosPage,
  count: number,
): Listed<Item> {
  return {
    items: rows.slice(0, perPage),
    count,
    isMore: false,
    hasNext: rows.length > perPage,
  };
}
