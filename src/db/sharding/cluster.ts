/**
 * The nodes of a Citus cluster behind a pool. Statements for one account run best on the node that
 * has its rows: there Citus needs no second connection, and the coordinator has no work.
 */
import type { Database } from "../database.ts";
import { DatabaseBusy, isServerUnavailable } from "../server-errors.ts";
import { COORDINATOR } from "./coordinator.ts";
import {
  type ClusterNode,
  isDistributed,
  readShardMap,
  type Shard,
  type ShardMap,
} from "./shard-map.ts";

export interface NodePool {
  readonly losses: number;
  readonly waiting: number;
  readonly connections: number;
  close(): Promise<void>;
}

export interface ClusterOptions<Pool extends NodePool> {
  /** Runs statements on the coordinator. */
  readonly coordinator: Database & Pool;
  readonly openNode: (node: ClusterNode) => Pool;
}

/** How old the map may be. An old map is slower but not wrong. */
const MAP_AGE_MS = 60_000;
/** How long a node that could not be reached is left out. */
const AVOID_MS = 5_000;

export class Cluster<Pool extends NodePool> {
  readonly #options: ClusterOptions<Pool>;
  readonly #pools = new Map<string, Pool>();
  readonly #avoidedUntilMs = new Map<string, number>();
  /** Undefined: not known yet. */
  #isSharded: boolean | undefined;
  #map: ShardMap | undefined;
  #reading: Promise<void> | undefined;
  #readMs = Number.NEGATIVE_INFINITY;

  constructor(options: ClusterOptions<Pool>) {
    this.#options = options;
  }

  /** Whether the tables are distributed. Asks once, and returns a promise only until it is known. */
  isSharded(): boolean | Promise<boolean> {
    return this.#isSharded ?? this.#findOut();
  }

  /** Names the node of the account. Rows with the same name can be sent together. */
  placement(accountId: string): string {
    const node = this.#findNode(accountId);
    return node === undefined ? COORDINATOR : clusterNodeName(node);
  }

  /** Names the node that has the rows, even while it is left out. */
  nameOwner(accountId: string): string {
    this.#refreshMap();
    const node = this.findShard(accountId)?.node;
    return node === undefined ? COORDINATOR : clusterNodeName(node);
  }

  findShard(accountId: string): Shard | undefined {
    return this.#map?.findShard(accountId);
  }

  /** The pool of a node that `placement` has named. */
  poolAt(placement: string): Pool {
    return this.#pools.get(placement) ?? this.#options.coordinator;
  }

  /**
   * Called when a statement on a node failed. A node that is away is left out for a while: the
   * coordinator may still reach it. The map is read again, because shards may have been moved or split.
   * A full queue is this process's own and says nothing about the node.
   */
  noteFailure(placement: string, error: unknown): void {
    if (error instanceof DatabaseBusy) return;
    this.#readMs = Number.NEGATIVE_INFINITY;
    if (!isServerUnavailable(error)) return;
    this.#avoidedUntilMs.set(placement, performance.now() + AVOID_MS);
  }

  /** Adds up a figure of the pools of nodes. */
  sumOverNodes(figure: "losses" | "waiting" | "connections"): number {
    let total = 0;
    for (const pool of this.#pools.values()) total += pool[figure];
    return total;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }

  async #findOut(): Promise<boolean> {
    const isSharded = await isDistributed(this.#options.coordinator);
    if (isSharded) await this.#readMap();
    this.#isSharded = isSharded;
    return isSharded;
  }

  #findNode(accountId: string): ClusterNode | undefined {
    this.#refreshMap();
    const node = this.findShard(accountId)?.node;
    if (node === undefined || this.#isAvoided(node)) return undefined;
    const name = clusterNodeName(node);
    if (!this.#pools.has(name)) this.#pools.set(name, this.#options.openNode(node));
    return node;
  }

  #isAvoided(node: ClusterNode): boolean {
    return (this.#avoidedUntilMs.get(clusterNodeName(node)) ?? 0) > performance.now();
  }

  /** In the background. If it fails, the old map is used and the next call tries again. */
  #refreshMap(): void {
    if (performance.now() - this.#readMs < MAP_AGE_MS) return;
    this.#reading ??= this.#readMap()
      .catch(() => {
        this.#readMs = Number.NEGATIVE_INFINITY;
      })
      .finally(() => {
        this.#reading = undefined;
      });
  }

  async #readMap(): Promise<void> {
    this.#readMs = performance.now();
    this.#map = await readShardMap(this.#options.coordinator);
  }
}

export function clusterNodeName({ host, port }: ClusterNode): string {
  return `${host}:${port}`;
}
