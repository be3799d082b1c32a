/** Runs work on items in their order, with at most `atOnce` at the same time. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let taken = 0;
  const takeNext = async () => {
    while (taken < items.length) {
      const index = taken++;
      results[index] = await work(items[index] as Item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, takeNext));
  return results;
}
