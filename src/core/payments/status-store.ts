/**
 * Finds the status of transactions. Concurrent questions share a statement, or on a Citus cluster a
 * round trip to the node of their accounts.
 */
import { columnArrays } from "../../db/arrays.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { runByGroup } from "../../db/sharding/account-groups.ts";
import { COORDINATOR } from "../../db/sharding/coordinator.ts";
import { NodeCoalescers } from "../../db/sharding/node-coalescers.ts";
import type { Shard } from "../../db/sharding/shard-map.ts";
import { groupByShard, nameShardTables, runOnShards } from "../../db/sharding/shard-series.ts";
import { Sql, sql } from "../../db/sql.ts";
import { Statement } from "../../db/statements/statement.ts";
import { withoutIndex } from "../../db/unindexed-sql.ts";
import type { Cents } from "../../values/money.ts";
import { groupArray } from "./state-sql.ts";
import { IN_PROGRESS, type TransactionStatus } from "./transaction.ts";

const RETURNED = groupArray("returned");

interface Question {
  readonly accountId: string;
  readonly id: string;
}

interface StatusRow {
  readonly place: string;
  readonly is_approved: boolean;
  readonly authorized_at: Temporal.Instant;
  readonly message: string;
  readonly amount_cents: number;
  readonly cashier: string | null;
  readonly is_capture: boolean;
}

const ACCOUNT_ID = withoutIndex(sql`account_id`);

const PLAIN: NameTable = (table) => new Sql([table], []);

/** Planned once per connection: planning costs more than finding the rows. */
const FIND_STATUSES = new Statement(findStatuses(PLAIN, { one: sql`true`, open: sql`true` }));
/** Through the coordinator of a Citus cluster, where the tables are fixed to an account. */
const FIND_STATUSES_OF_ACCOUNT = new Statement(
  findStatuses(PLAIN, {
    one: sql`one.account_id = $5::bigint`,
    open: sql`account_id = $5::bigint`,
  }),
);
/** On the tables of each shard, on its worker. */
const ON_SHARDS = new Map<string, Statement>();

/** Names a table, or a shard of it. */
type NameTable = (table: string) => Sql;

/**
 * One statement has one snapshot, so an attempt that ends meanwhile is found open or ended. With
 * `offset 0`, open attempts are looked up row by row, even if the planner expects an empty table.
 */
function findStatuses(name: NameTable, isOwn: { readonly one: Sql; readonly open: Sql }): Sql {
  return sql`
    with asked as materialized (
      select * from unnest($1::bigint[], $2::bigint[])
        with ordinality as asked (account_id, id, place)
    )
    select place, is_approved and state <> all ($3::text[]) as is_approved,
      authorized_at, message, amount_cents, cashier, false as is_capture
    from asked join ${name("transactions")} one
      on one.account_id = asked.account_id and one.id = asked.id and ${isOwn.one}
    union all
    select place, false, started_at, $4, amount_cents,
      request -> 'columns' ->> 'cashier', transaction_type = 'CAPTURE'
    from asked cross join lateral (
      select started_at, amount_cents, request, transaction_type from ${name("open_attempts")}
      where transaction_id = asked.id and ${ACCOUNT_ID} = asked.account_id and ${isOwn.open}
      offset 0) open`;
}

type Found = Map<Question, TransactionStatus>;

export class StatusStore {
  readonly #db: DatabasePool;
  readonly #questions: NodeCoalescers<Question, TransactionStatus | undefined>;

  constructor({ db, queueMax }: { readonly db: DatabasePool; readonly queueMax: number }) {
    this.#db = db;
    this.#questions = new NodeCoalescers(db, { runAll: (rows) => this.#findAll(rows), queueMax });
  }

  findTransactionStatus(accountId: string, id: string): Promise<TransactionStatus | undefined> {
    return this.#questions.run({ accountId, id });
  }

  async #findAll(questions: readonly Question[]): Promise<(TransactionStatus | undefined)[]> {
    const found: Found = new Map();
    if (await this.#db.isSharded()) await this.#findOnCluster(questions, found);
    else noteRows(found, questions, await this.#db.run(FIND_STATUSES, parameters(questions)));
    return questions.map((question) => found.get(question));
  }

  async #findOnCluster(questions: readonly Question[], found: Found): Promise<void> {
    const { cluster } = this.#db;
    const lanes = Map.groupBy(questions, ({ accountId }) => cluster.placement(accountId));
    const findAt = async ([placement, own]: [string, Question[]]): Promise<void> => {
      if (placement === COORDINATOR) return this.#findByAccount(own, found);
      try {
        await this.#findOnNode(placement, own, found);
      } catch (error) {
        cluster.noteFailure(placement, error);
        await this.#findByAccount(own, found);
      }
    };
    await Promise.all([...lanes].map(findAt));
  }

  async #findOnNode(placement: string, questions: readonly Question[], found: Found) {
    const { cluster } = this.#db;
    const groups = groupByShard(questions, ({ accountId }) => cluster.findShard(accountId));
    const results = await runOnShards(cluster.poolAt(placement), groups, ({ shard, rows }) => ({
      statement: statementOnShard(shard),
      values: parameters(rows),
    }));
    groups.forEach(({ rows }, place) => {
      noteRows(found, rows, results[place] as unknown as StatusRow[]);
    });
  }

  async #findByAccount(questions: readonly Question[], found: Found): Promise<void> {
    await runByGroup(this.#db, questions, async ({ rows, accountId = "" }) => {
      const values = [...parameters(rows), accountId];
      noteRows(found, rows, await this.#db.run(FIND_STATUSES_OF_ACCOUNT, values));
    });
  }
}

function statementOnShard(shard: Shard): Statement {
  const key = `${shard.ids["transactions"]}`;
  return ON_SHARDS.getOrInsertComputed(
    key,
    () => new Statement(findStatuses(nameShardTables(shard), { one: sql`true`, open: sql`true` })),
  );
}

function parameters(questions: readonly Question[]): string[] {
  return [...columnArrays(questions, ["accountId", "id"]), RETURNED, IN_PROGRESS];
}

/** An open capture has the id of its authorization, and the caller must learn about it. */
function noteRows(found: Found, questions: readonly Question[], rows: readonly StatusRow[]): void {
  for (const row of rows) {
    const question = questions[Number(row.place) - 1];
    if (question === undefined) continue;
    const known = found.get(question);
    if (known === undefined) found.set(question, toStatus(question.id, row));
    else if (row.is_capture) {
      found.set(question, { ...known, isApproved: false, message: IN_PROGRESS });
    }
  }
}

function toStatus(id: string, row: StatusRow): TransactionStatus {
  return {
    id: id.padStart(12, "0"),
    isApproved: row.is_approved,
    authorizedAt: row.authorized_at,
    message: row.message,
    amount: row.amount_cents as Cents,
    cashier: row.cashier ?? undefined,
  };
}
