/** Finds the status of transactions. Concurrent questions share a statement. */
import { columnArrays } from "../../db/arrays.ts";
import { Coalescer } from "../../db/coalescer.ts";
import type { Database } from "../../db/database.ts";
import { type AccountGroup, runByGroup } from "../../db/sharding/account-groups.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { Statement } from "../../db/statement.ts";
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

/** Planned once per connection: planning costs more than finding the rows. */
const FIND_STATUSES = new Statement(findStatuses(sql`true`, sql`true`));
/** For a Citus cluster, where the tables are fixed to an account. */
const FIND_STATUSES_OF_ACCOUNT = new Statement(
  findStatuses(sql`one.account_id = $5::bigint`, sql`account_id = $5::bigint`),
);

/**
 * One statement has one snapshot, so an attempt that ends meanwhile is found open or ended. With
 * `offset 0`, open attempts are looked up row by row, even if the planner expects an empty table.
 */
function findStatuses(isOwnTransaction: Sql, isOwnAttempt: Sql): Sql {
  return sql`
    with asked as materialized (
      select * from unnest($1::bigint[], $2::bigint[])
        with ordinality as asked (account_id, id, place)
    )
    select place, is_approved and state <> all ($3::text[]) as is_approved,
      authorized_at, message, amount_cents, cashier, false as is_capture
    from asked join transactions one
      on one.account_id = asked.account_id and one.id = asked.id and ${isOwnTransaction}
    union all
    select place, false, started_at, $4, amount_cents,
      request -> 'columns' ->> 'cashier', transaction_type = 'CAPTURE'
    from asked cross join lateral (
      select started_at, amount_cents, request, transaction_type from open_attempts
      where transaction_id = asked.id and ${ACCOUNT_ID} = asked.account_id and ${isOwnAttempt}
      offset 0) open`;
}

export class StatusStore {
  readonly #db: Database;
  readonly #questions: Coalescer<Question, TransactionStatus | undefined>;

  constructor({ db, queueMax }: { readonly db: Database; readonly queueMax: number }) {
    this.#db = db;
    this.#questions = new Coalescer({ runAll: (rows) => this.#findAll(rows), queueMax });
  }

  findTransactionStatus(accountId: string, id: string): Promise<TransactionStatus | undefined> {
    return this.#questions.run({ accountId, id });
  }

  async #findAll(questions: readonly Question[]): Promise<(TransactionStatus | undefined)[]> {
    const found = new Map<Question, TransactionStatus>();
    await runByGroup(this.#db, questions, async (group) => {
      for (const row of await this.#findInGroup(group)) {
        const question = group.rows[Number(row.place) - 1];
        if (question === undefined) continue;
        const known = found.get(question);
        // An open capture has the id of its authorization, and the caller must learn about it.
        if (known === undefined) found.set(question, toStatus(question.id, row));
        else if (row.is_capture) {
          found.set(question, { ...known, isApproved: false, message: IN_PROGRESS });
        }
      }
    });
    return questions.map((question) => found.get(question));
  }

  #findInGroup({ rows, accountId }: AccountGroup<Question>): Promise<StatusRow[]> {
    const values = [...columnArrays(rows, ["accountId", "id"]), RETURNED, IN_PROGRESS];
    if (accountId === undefined) return this.#db.run(FIND_STATUSES, values);
    return this.#db.run(FIND_STATUSES_OF_ACCOUNT, [...values, accountId]);
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
