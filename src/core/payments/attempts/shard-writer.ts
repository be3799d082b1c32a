/**
 * Begins and ends attempts on the node of a Citus cluster that has their shards, with the statements of
 * plain PostgreSQL on the tables of each shard. Citus would split such a statement into many, at many
 * times the cost. Before it writes, it takes the lock that Citus takes for its own writes, so a shard
 * that is moved meanwhile is complete.
 */
import type { DatabasePool } from "../../../db/database-pool.ts";
import type { StatementCall } from "../../../db/series/statement-series.ts";
import type { Shard } from "../../../db/sharding/shard-map.ts";
import { groupByShard, nameShardTables, runOnShards } from "../../../db/sharding/shard-series.ts";
import { insertEventsOnShard, takeEventIds } from "../../outbox/outbox-writer-store.ts";
import type { Attempt, Finish, NewAttempt } from "./attempt.ts";
import { type AttemptStatements, attemptStatements } from "./attempt-statements.ts";
import type { AttemptWriter, WriterTimes } from "./attempt-writer.ts";
import { areOwnIds, finishCall, type OwnIds, startCall } from "./plain-writer.ts";

export interface ShardWriterNeeds extends WriterTimes {
  /** The node that has the shards. */
  readonly node: DatabasePool;
  readonly coordinator: DatabasePool;
  readonly findShard: (accountId: string) => Shard | undefined;
  /** Called with errors of the node only: the ids of events come from the coordinator. */
  readonly onNodeFailure: (error: unknown) => void;
}

/** Statements are prepared for each shard, so they are made once in a process. */
const STATEMENTS = new Map<string, AttemptStatements>();

export class ShardWriter implements AttemptWriter {
  readonly #needs: ShardWriterNeeds;

  constructor(needs: ShardWriterNeeds) {
    this.#needs = needs;
  }

  startAll(rows: readonly NewAttempt[]): Promise<boolean[]> {
    const oldest = this.#needs.oldestIssuedId();
    return this.#writeAll(rows, (own, statements) => startCall(own, statements, oldest));
  }

  async finishAll(rows: readonly Finish[]): Promise<boolean[]> {
    const numbered = await this.#numberEvents(rows);
    const now = this.#needs.wall();
    return this.#writeAll(numbered, (own, statements) => finishCall(own, statements, now));
  }

  async #writeAll<Row extends { readonly attempt: Attempt }>(
    rows: readonly Row[],
    call: (rows: readonly Row[], statements: AttemptStatements) => StatementCall,
  ): Promise<boolean[]> {
    const { node, findShard, onNodeFailure } = this.#needs;
    const groups = groupByShard(rows, ({ attempt }) => findShard(attempt.accountId));
    const run = runOnShards(node, groups, ({ shard, rows: own }) =>
      call(own, shardStatements(shard)),
    );
    run.catch(onNodeFailure);
    const results = await run;
    const isOwn = new Map<Row, boolean>();
    groups.forEach(({ rows: own }, place) => {
      const [ids] = (results[place] ?? []) as unknown as OwnIds[];
      areOwnIds(own, ids).forEach((is, at) => {
        isOwn.set(own[at] as Row, is);
      });
    });
    return rows.map((row) => isOwn.get(row) === true);
  }

  /** Ids that are not used leave a gap, which nothing minds. */
  async #numberEvents(rows: readonly Finish[]): Promise<readonly Finish[]> {
    const count = rows.reduce((sum, { events }) => sum + events.length, 0);
    if (count === 0) return rows;
    const ids = await takeEventIds(this.#needs.coordinator, count);
    return rows.map((row) => ({
      ...row,
      events: row.events.map((event) => ({ id: ids.shift(), ...event })),
    }));
  }
}

function shardStatements(shard: Shard): AttemptStatements {
  const key = `${shard.ids["attempts"]}`;
  const known = STATEMENTS.get(key);
  if (known !== undefined) return known;
  const name = nameShardTables(shard);
  const statements = attemptStatements(name, insertEventsOnShard(name("outbox")));
  STATEMENTS.set(key, statements);
  return statements;
}
