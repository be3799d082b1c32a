/** Shows how a Citus cluster has placed the rows of accounts, and rebalances it. */
import type { DatabasePool } from "../database-pool.ts";
import { ANCHOR_TABLE } from "./table-layout.ts";

export interface NodePlacement {
  readonly node: string;
  readonly isCoordinator: boolean;
  /** Whether new shards may be placed here. */
  readonly takesShards: boolean;
  readonly shards: number;
  /** All distributed tables with their indexes. */
  readonly bytes: number;
}

export interface TablePlacement {
  readonly table: string;
  readonly bytes: number;
}

export async function listNodePlacements(owner: DatabasePool): Promise<readonly NodePlacement[]> {
  const rows = await owner.rows<NodePlacement & { bytes: string }>`
    select node.nodename || ':' || node.nodeport as node, node.groupid = 0 as "isCoordinator",
      node.shouldhaveshards as "takesShards",
      count(*) filter (where shard.table_name = to_regclass(${ANCHOR_TABLE}))::int as shards,
      coalesce(sum(shard.shard_size), 0)::text as bytes
    from pg_dist_node node
      left join citus_shards shard
        on shard.nodename = node.nodename and shard.nodeport = node.nodeport
    where node.noderole = 'primary'
    group by node.nodename, node.nodeport, node.groupid, node.shouldhaveshards
    order by node.groupid`;
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
}

export async function listTablePlacements(owner: DatabasePool): Promise<readonly TablePlacement[]> {
  const rows = await owner.rows<{ table: string; bytes: string }>`
    select part.logicalrelid::text as table,
      coalesce(sum(shard.shard_size), 0)::text as bytes
    from pg_dist_partition part
      join pg_class class on class.oid = part.logicalrelid and not class.relispartition
      left join citus_shards shard on shard.table_name = part.logicalrelid
    group by 1 order by 1`;
  return rows.map(({ table, bytes }) => ({ table, bytes: Number(bytes) }));
}

/**
 * Moves shards until every worker has about the same number of them. Payments continue: a shard is
 * copied by logical replication, and writes to it wait only for the last moment. Returns the number
 * of moves.
 */
export async function rebalanceShards(owner: DatabasePool): Promise<number> {
  return owner.withClient(async (client) => {
    await client.query("set statement_timeout = 0");
    const { rows } = await client.query(
      `select count(*)::int as moves from get_rebalance_table_shards_plan()
       where table_name = '${ANCHOR_TABLE}'::regclass`,
    );
    await client.query("select rebalance_table_shards(shard_transfer_mode => 'auto')");
    await client.query("reset statement_timeout");
    return rows[0].moves;
  });
}
