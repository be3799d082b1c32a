/** `shard`: distributes the database over a Citus cluster, rebalances it and shows the placement. */
import { joinInstallation } from "../../app/database/installation.ts";
import { checkInstallation, migrateInstallation } from "../../app/database/prepare.ts";
import { explainShardingErrors } from "../../app/database/table-placement.ts";
import type { Config } from "../../config.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { distributeTables } from "../../db/sharding/distribute.ts";
import {
  listNodePlacements,
  listTablePlacements,
  rebalanceShards,
} from "../../db/sharding/placement-store.ts";
import { isDistributed } from "../../db/sharding/shard-map.ts";
import { StartError } from "../../ports/start-error.ts";
import { linesOrMessage, type OutputOptions, print } from "../output.ts";

export interface ShardOptions extends OutputOptions {
  readonly rebalance?: boolean;
  readonly shards?: string;
}

const SHARDS_MAX = 1_024;

export async function shardCommand(config: Config, options: ShardOptions): Promise<void> {
  const shardCount = readShardCount(options.shards);
  const installation = await joinInstallation(config);
  const { owner } = installation;
  try {
    // Whether the tables must be distributed already is no question here.
    await migrateInstallation({
      ...installation,
      config: { ...config, databaseSharded: undefined },
    });
    const distributed = await explainShardingErrors(() => distributeTables(owner, shardCount));
    const moves = options.rebalance === true ? await rebalanceShards(owner) : undefined;
    const lines = distributed.map((table) => `Distributed ${table}`);
    const moved = moves === undefined ? [] : [`Moved ${moves} groups of shards.`];
    print(options, { distributed, ...(moves === undefined ? {} : { moves }) }, [
      ...linesOrMessage("All tables of accounts are distributed.", lines),
      ...moved,
    ]);
  } finally {
    await installation.close();
  }
}

export async function showShardsCommand(config: Config, options: OutputOptions): Promise<void> {
  const installation = await joinInstallation(config);
  const { owner } = installation;
  try {
    await checkInstallation(installation);
    await requireDistributed(owner);
    const nodes = await listNodePlacements(owner);
    const tables = await listTablePlacements(owner);
    print(options, { nodes, tables }, [
      ...nodes.map(({ node, isCoordinator, shards, bytes }) =>
        [node, isCoordinator ? "coordinator" : "worker", `${shards} shards`, mbText(bytes)].join(
          "  ",
        ),
      ),
      ...tables.map(({ table, bytes }) => `${table}  ${mbText(bytes)}`),
    ]);
  } finally {
    await installation.close();
  }
}

async function requireDistributed(owner: DatabasePool): Promise<void> {
  if (await isDistributed(owner)) return;
  throw new StartError(
    "The tables of this database are not distributed. Run `sixdoors shard` on the coordinator of a Citus cluster.",
  );
}

function readShardCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (/^\d{1,4}$/.test(text) && count >= 2 && count <= SHARDS_MAX) return count;
  throw new StartError(`--shards must be a number from 2 to ${SHARDS_MAX}.`);
}

function mbText(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}
