/**
 * Which node of a Citus cluster has the rows of an account. The map may be old: a node that no longer
 * has them forwards the statement, so an old map costs time and is never wrong.
 */
import type { Database } from "../database.ts";
import { hashAccount } from "./hash-account.ts";
import { ANCHOR_TABLE } from "./table-layout.ts";

export interface ClusterNode {
  readonly host: string;
  readonly port: number;
  readonly isCoordinator: boolean;
}

/** A shard: all accounts whose hash is at least `first`, up to the first of the next shard. */
interface Shard {
  readonly first: number;
  readonly node: ClusterNode;
}

export class ShardMap {
  /** In the order of `first`. */
  readonly #shards: readonly Shard[];

  constructor(shards: readonly Shard[]) {
    this.#shards = shards.toSorted((one, other) => one.first - other.first);
  }

  /** The node that has the rows of the account. */
  findNode(accountId: string): ClusterNode | undefined {
    const hash = hashAccount(accountId);
    let [low, high] = [0, this.#shards.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#shards[middle] as Shard).first <= hash) low = middle + 1;
      else high = middle;
    }
    return this.#shards[low - 1]?.node;
  }

  get isEmpty(): boolean {
    return this.#shards.length === 0;
  }
}

interface ShardRow {
  readonly first: number;
  readonly host: string;
  readonly port: number;
  readonly is_coordinator: boolean;
}

/** Reads the shards of the distributed tables. All of them are colocated with the anchor. */
export async function readShardMap(db: Database): Promise<ShardMap> {
  const rows = await db.rows<ShardRow>`
    select shard.shardminvalue::int as first, node.nodename as host, node.nodeport as port,
      node.groupid = 0 as is_coordinator
    from pg_dist_shard shard
      join pg_dist_placement placement using (shardid)
      join pg_dist_node node on node.groupid = placement.groupid and node.noderole = 'primary'
    where shard.logicalrelid = to_regclass(${ANCHOR_TABLE}) and placement.shardstate = 1`;
  return new ShardMap(
    rows.map(({ first, host, port, is_coordinator: isCoordinator }) => ({
      first,
      node: { host, port, isCoordinator },
    })),
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
