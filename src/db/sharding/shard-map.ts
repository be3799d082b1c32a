/**
 * Which node of a Citus cluster has the rows of an account. The map may be old: a write
 * to a node that no longer has them is refused (hold-shards.ts) and goes through the coordinator.
 */
import type { Database } from "../database.ts";
import { sqlIdentifier } from "../sql.ts";
import { hashAccount } from "./hash-account.ts";
import { ANCHOR_TABLE, DISTRIBUTED_TABLES } from "./table-layout.ts";

export interface ClusterNode {
  readonly host: string;
  readonly port: number;
}

/** The rows of all accounts whose hash is at least `first`, up to the first of the next shard. */
export interface Shard {
  readonly first: number;
  readonly node: ClusterNode;
  /** The number of the shard of each distributed table. */
  readonly ids: Readonly<Record<string, string>>;
}

export class ShardMap {
  /** In the order of `first`. */
  readonly #shards: readonly Shard[];

  constructor(shards: readonly Shard[]) {
    this.#shards = shards.toSorted((one, other) => one.first - other.first);
  }

  findShard(accountId: string): Shard | undefined {
    const hash = hashAccount(accountId);
    let [low, high] = [0, this.#shards.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#shards[middle] as Shard).first <= hash) low = middle + 1;
      else high = middle;
    }
    return this.#shards[low - 1];
  }
}

interface ShardRow {
  readonly first: number;
  readonly host: string;
  readonly port: number;
  readonly ids: Readonly<Record<string, string>>;
}

/** Reads the shards of the distributed tables, which are all colocated. */
export async function readShardMap(db: Database): Promise<ShardMap> {
  const rows = await db.rows<ShardRow>`
    select shard.shardminvalue::int as first, node.nodename as host, node.nodeport as port,
      json_object_agg(shard.logicalrelid::text, shard.shardid::text) as ids
    from pg_dist_shard shard
      join pg_dist_placement placement using (shardid)
      join pg_dist_node node on node.groupid = placement.groupid and node.noderole = 'primary'
    where shard.logicalrelid = any (${DISTRIBUTED_TABLES}::text[]::regclass[])
      and placement.shardstate = 1
    group by 1, 2, 3`;
  return new ShardMap(
    rows.map(({ first, host, port, ids }) => ({ first, node: { host, port }, ids })),
  );
}

/** Whether the tables are distributed over a Citus cluster. */
export async function isDistributed(db: Database): Promise<boolean> {
  const [citus] = await db.rows<{ is_there: boolean }>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as is_there`;
  if (citus?.is_there !== true) return false;
  const anchor = await db.rows`
    select from pg_dist_partition where logicalrelid = to_regclass(${ANCHOR_TABLE})`;
  return anchor.length > 0;
}

/** Whether there are rows that would have to be distributed. */
export async function hasPayments(db: Database): Promise<boolean> {
  const rows = await db.rows`select from ${sqlIdentifier(ANCHOR_TABLE)} limit 1`;
  return rows.length > 0;
}
