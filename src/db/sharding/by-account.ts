/** Runs a statement for the rows of one account at a time, for a Citus cluster. */

/** How many accounts are asked at the same time. Few, to leave connections free. */
const AT_ONCE = 4;

/** Returns one result for each row, in the order of the rows. */
export async function runByAccount<Row extends { readonly accountId: string }, Result>(
  rows: readonly Row[],
  run: (accountId: string, rows: readonly Row[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results = new Map<Row, Result>();
  const groups = Map.groupBy(rows, ({ accountId }) => accountId).entries();
  const runSome = async () => {
    for (const [accountId, own] of groups) {
      const found = await run(accountId, own);
      own.forEach((row, place) => {
        results.set(row, found[place] as Result);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runSome));
  return rows.map((row) => results.get(row) as Result);
}
