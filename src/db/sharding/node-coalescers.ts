/**
 * One coalescer for each node of a Citus cluster, by the node that has the rows of an account. A node
 * that is away then fails and delays no rows of other nodes. Plain PostgreSQL has one coalescer.
 */
import { Coalescer, type CoalescerOptions } from "../coalescer.ts";
import type { DatabasePool } from "../database-pool.ts";

/** The part of a pool that is used. */
interface ShardedPool {
  readonly cluster: Pick<DatabasePool["cluster"], "isSharded" | "nameOwner">;
}

const ONE_SERVER = "";

export class NodeCoalescers<Row extends { readonly accountId: string }, Result> {
  readonly #db: ShardedPool;
  readonly #options: CoalescerOptions<Row, Result>;
  readonly #coalescers = new Map<string, Coalescer<Row, Result>>();

  /** Each coalescer has these options, so each has a queue of its own. */
  constructor(db: ShardedPool, options: CoalescerOptions<Row, Result>) {
    this.#db = db;
    this.#options = options;
  }

  run(row: Row): Promise<Result> {
    const { cluster } = this.#db;
    const isSharded = cluster.isSharded();
    if (isSharded === false) return this.#coalescerAt(ONE_SERVER).run(row);
    if (isSharded === true) return this.#coalescerAt(cluster.nameOwner(row.accountId)).run(row);
    // Only the first questions of a process wait for the answer.
    return isSharded.then(() => this.run(row));
  }

  #coalescerAt(node: string): Coalescer<Row, Result> {
    return this.#coalescers.getOrInsertComputed(node, () => new Coalescer(this.#options));
  }
}
