/**
 * Keeps shards of a Citus cluster where they are until the transaction ends, for statements that write
 * to the tables of a shard directly. It takes the lock that Citus takes for its own writes.
 */

import type { Database } from "../database.ts";
import type { StatementCall } from "../series/statement-series.ts";
import { Sql, sql } from "../sql.ts";
import { Statement } from "../statements/statement.ts";
import type { Shard } from "./shard-map.ts";
import { ANCHOR_TABLE } from "./table-layout.ts";

/** The SQLSTATE of a shard that is no longer on the node. */
export const SHARD_MOVED = "SX001";

const HOLD = new Statement(sql`select sixdoors_cluster.hold_shards($1)`);

/** Fails if one of the shards is no longer on the node. The locks cover all colocated tables. */
export function holdShards(shards: readonly Shard[]): StatementCall {
  const ids = shards.map(({ ids: own }) => own[ANCHOR_TABLE]);
  return { statement: HOLD, values: [`{${ids.join(",")}}`] };
}

/**
 * Runs as the owner of the tables, because Citus lets nobody else take the lock. The lock is shared (5),
 * so it only blocks moves. The placement is read after it was taken, in a new snapshot.
 */
const HOLD_SHARDS_BODY = `
  begin
    perform pg_catalog.lock_shard_metadata(5, wanted);
    if (select count(*) from pg_catalog.pg_dist_placement placement
        where placement.shardid = any (wanted) and placement.groupid
          = (select local.groupid from pg_catalog.pg_dist_local_group local))
      < cardinality(wanted)
    then
      raise exception 'a shard has moved to another node' using errcode = '${SHARD_MOVED}';
    end if;
  end
  `;
const BODY = new Sql([HOLD_SHARDS_BODY], []);

export const CREATE_HOLD_SHARDS = sql`
  create or replace function sixdoors_cluster.hold_shards(wanted bigint[])
    returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
  as $hold$${BODY}$hold$`;

/** Whether the cluster has the function of this release. Asks only the coordinator. */
export async function hasHoldShards(db: Database): Promise<boolean> {
  const found = await db.rows`
    select from pg_proc proc
      join pg_dist_object made on made.classid = 'pg_proc'::regclass and made.objid = proc.oid
    where proc.oid = to_regprocedure('sixdoors_cluster.hold_shards(bigint[])')
      and proc.prosrc = ${HOLD_SHARDS_BODY}`;
  return found.length > 0;
}
