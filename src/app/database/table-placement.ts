/** Keeps the layout of the tables as DATABASE_SHARDED asks for, or as it is found. */
import type { Config } from "../../config.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { distributeTables, ShardingError } from "../../db/sharding/distribute.ts";
import { hasPayments, isDistributed } from "../../db/sharding/shard-map.ts";
import { StartError } from "../../ports/start-error.ts";

type Wanted = Pick<Config, "databaseSharded">;

/** After migrations, which may have added tables. */
export async function placeTables(owner: DatabasePool, { databaseSharded }: Wanted): Promise<void> {
  const isKept = await isDistributed(owner);
  if (!isKept && databaseSharded === undefined) return;
  // Distributing takes long if there are many rows, and payments would wait.
  if (!isKept && (await hasPayments(owner))) throw new StartError(NOT_DISTRIBUTED);
  await explainShardingErrors(() => distributeTables(owner));
}

/** For processes that change no tables. */
export async function requirePlacement(
  db: DatabasePool,
  { databaseSharded }: Wanted,
): Promise<void> {
  if (databaseSharded === undefined || (await isDistributed(db))) return;
  throw new StartError(NOT_DISTRIBUTED);
}

const NOT_DISTRIBUTED =
  "DATABASE_SHARDED is citus, but the tables of this database are not distributed. Run `sixdoors shard`, or remove DATABASE_SHARDED.";

export async function explainShardingErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    throw error instanceof ShardingError ? new StartError(error.message) : error;
  });
}
