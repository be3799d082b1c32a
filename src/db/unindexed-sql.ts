/** Keeps PostgreSQL from using an index on a column, where that index would be the wrong one. */
import { type Sql, sql } from "./sql.ts";

/**
 * Reads `column + 0`: the same value, but an expression that no index has.
 *
 * In a table that is nearly empty, every index lookup has the same estimated cost. The planner then
 * takes the newest index, so its choice depends on the order in which indexes were built (a restored
 * dump or a rebuilt primary key changes that order). Payment statements are planned once for each
 * connection, so such a plan is still used when the table is full.
 *
 * Measured medians:
 * - Lookups in `open_attempts`, 20,000 open attempts of one account, planned while the table was
 *   empty: 0.3 ms with this function, 20 to 46 ms without it if the primary key is the newest index.
 *   If it is not, both take 0.3 ms.
 * - A page of devices filtered by state, 100 partners with 30,000 of 90,000 devices: 1.1 to 3.4 ms
 *   with this function, 17 to 21 ms without it (BitmapAnd over all devices of the partners).
 * - Refunds of the records of a report, 20,000 records, 200 of them refunded: 341 and 363 ms, which
 *   is within the noise. There it keeps the plan of a month without statistics from reading all
 *   transactions of an account (`test/reports/plans.test.ts`).
 */
export function withoutIndex(column: Sql): Sql {
  return sql`${column} + 0`;
}
