/**
 * Runs statements on the tables of shards, on the node of a Citus cluster that has them. The rows of a
 * shard share a statement, and all of a node a transaction and a round trip.
 */
import type { StatementCall } from "../series/statement-series.ts";
import { type Sql, sqlIdentifier } from "../sql.ts";
import { holdShards } from "./hold-shards.ts";
import type { Shard } from "./shard-map.ts";

export interface ShardGroup<Row> {
  readonly shard: Shard;
  readonly rows: readonly Row[];
}

/** An account has no shard, which only a damaged cluster can cause. */
export class NoShard extends Error {
  override readonly name = "NoShard";
}

interface SeriesRunner {
  runSeries(calls: readonly StatementCall[]): Promise<Record<string, unknown>[][]>;
}

/** In one order, so that two processes never wait for each other's locks. */
export function groupByShard<Row>(
  rows: readonly Row[],
  findShard: (row: Row) => Shard | undefined,
): readonly ShardGroup<Row>[] {
  const groups = Map.groupBy(rows, (row) => {
    const shard = findShard(row);
    if (shard === undefined) throw new NoShard("an account has no shard");
    return shard;
  });
  return [...groups]
    .map(([shard, own]) => ({ shard, rows: own }))
    .sort((one, other) => one.shard.first - other.shard.first);
}

/** Returns the rows of each group's statement. Fails if one of the shards is no longer on the node. */
export async function runOnShards<Row>(
  node: SeriesRunner,
  groups: readonly ShardGroup<Row>[],
  call: (group: ShardGroup<Row>) => StatementCall,
): Promise<Record<string, unknown>[][]> {
  const hold = holdShards(groups.map(({ shard }) => shard));
  const [, ...results] = await node.runSeries([hold, ...groups.map(call)]);
  return results;
}

/** Names the tables of a shard, such as `attempts_102008`. */
export function nameShardTables({ ids }: Shard): (table: string) => Sql {
  return (table) => sqlIdentifier(`${table}_${ids[table]}`);
}
