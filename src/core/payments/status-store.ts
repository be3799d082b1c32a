/** Finds the status of transactions. Concurrent questions share a statement. */
import { columnArrays } from "../../db/arrays.ts";
import { Coalescer } from "../../db/coalescer.ts";
import type { Database } from "../../db/database.ts";
import { type AccountGroup, pinToAccount, runByGroup } from "../../db/sharding/account-groups.ts";
import { sql } from "../../db/sql.ts";
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

  /**
   * One statement has one snapshot, so an attempt that ends meanwhile is found open or ended. With
   * `offset 0`, open attempts are looked up row by row, even if the planner expects an empty table.
   */
  #findInGroup(group: AccountGroup<Question>): Promise<StatusRow[]> {
    const [accounts, ids] = columnArrays(group.rows, ["accountId", "id"]);
    return this.#db.rows<StatusRow>`
      with asked as materialized (
        select * from unnest(${accounts}::bigint[], ${ids}::bigint[])
          with ordinality as asked (account_id, id, place)
      )
      select place, is_approved and state <> all (${RETURNED}::text[]) as is_approved,
        authorized_at, message, amount_cents, cashier, false as is_capture
      from asked join transactions one
        on one.account_id = asked.account_id and one.id = asked.id
          and ${pinToAccount(sql`one.account_id`, group)}
      union all
      select place, false, started_at, ${IN_PROGRESS}, amount_cents,
        request -> 'columns' ->> 'cashier', transaction_type = 'CAPTURE'
      from asked cross join lateral (
        select started_at, amount_cents, request, transaction_type from open_attempts
        where transaction_id = asked.id and ${ACCOUNT_ID} = asked.account_id
          and ${pinToAccount(sql`account_id`, group)}
        offset 0) open`;
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
