/**
 * The counter of trace numbers of a bank connection. It is locked from the first number taken until the
 * commit, so no two files share a number.
 */
import type { Database } from "../../../db/database.ts";

/** Returns the last used number. Others wait until this transaction ends. */
export async function lockCounter(db: Database, connection: string): Promise<number> {
  const find = () => db.rows<{ last: number }>`
    select last_sequence as last from ach_counters where connection = ${connection} for update`;
  const [known] = await find();
  if (known !== undefined) return known.last;
  await db.rows`
    insert into ach_counters (connection, last_sequence) values (${connection}, 0)
    on conflict do nothing`;
  const [row] = await find();
  if (row === undefined) throw new Error(`Bank ${connection} has no counter of trace numbers.`);
  return row.last;
}

/** The caller must have locked the counter. */
export async function moveCounter(db: Database, connection: string, last: number): Promise<void> {
  await db.rows`
    update ach_counters set last_sequence = ${last} where connection = ${connection}`;
}
