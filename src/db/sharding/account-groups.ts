/**
 * Divides the rows of a statement by account where that is needed. On plain PostgreSQL all rows go
 * into one statement. On a Citus cluster each account gets its own, which then runs on one shard and
 * may lock, update and join like any other.
 */
import type { Database } from "../database.ts";
import { type Sql, sql } from "../sql.ts";

export interface AccountGroup<Row> {
  readonly rows: readonly Row[];
  /** Undefined: rows of any account, on plain PostgreSQL. */
  readonly accountId: string | undefined;
}

export async function groupByAccount<Row extends { readonly accountId: string }>(
  db: Database,
  rows: readonly Row[],
): Promise<readonly AccountGroup<Row>[]> {
  if (rows.length === 0) return [];
  if (!(await db.isSharded())) return [{ rows, accountId: undefined }];
  const groups = Map.groupBy(rows, ({ accountId }) => accountId);
  // In the order of the accounts, so that two transactions lock rows in the same order.
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([accountId, own]) => ({ rows: own, accountId }));
}

/** How many accounts are asked at the same time. Few, to leave connections free. */
const AT_ONCE = 4;

/** Runs a statement for each group. Returns the results in any order. */
export async function runByGroup<Row extends { readonly accountId: string }, Result>(
  db: Database,
  rows: readonly Row[],
  run: (group: AccountGroup<Row>) => Promise<Result>,
): Promise<Result[]> {
  const groups = (await groupByAccount(db, rows)).values();
  const results: Result[] = [];
  const runSome = async () => {
    for (const group of groups) results.push(await run(group));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runSome));
  return results;
}

/**
 * Fixes a table to the account of a group. On plain PostgreSQL this is no condition, so that the plan
 * stays the same.
 */
export function pinToAccount(
  column: Sql,
  { accountId }: { readonly accountId?: string | undefined },
): Sql {
  return accountId === undefined ? sql`true` : sql`${column} = ${accountId}`;
}
