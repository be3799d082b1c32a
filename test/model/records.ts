/** Reads what the database and the card host store about an account's payments. */
import { arrayLiteral } from "../../src/db/arrays.ts";
import { type Sql, sql } from "../../src/db/sql.ts";
import { Statement } from "../../src/db/statements/statement.ts";
import { TEST_CLUSTER } from "../kit/cluster.ts";
import type { Environment } from "./environment.ts";
import type { Fields } from "./expected.ts";
import type { Books } from "./payment-model.ts";

export interface Records {
  readonly transactions: readonly Fields[];
  /** Ids of transactions with open attempts. */
  readonly open: readonly string[];
  /** In the format of `orderLine`. */
  readonly orders: readonly string[];
  /** Unused ids that were fetched in advance. */
  readonly issued: readonly string[];
}

interface Parts {
  readonly transactions: Sql;
  readonly open: Sql;
  readonly orders: Sql;
  readonly issued: Sql;
}

function selectParts(account: Sql): Parts {
  return {
    transactions: sql`
      select coalesce(json_agg(json_build_object('id', lpad(one.id::text, 12, '0'),
        'type', transaction_type, 'state', state, 'cents', amount_cents,
        'refunded', refunded_cents, 'batch', batch_id, 'message', message,
        'approved', is_approved, 'original', lpad(original_id::text, 12, '0')) order by one.id),
        '[]') as list
      from transactions one where account_id = ${account}`,
    open: sql`
      select coalesce(json_agg(lpad(transaction_id::text, 12, '0') order by transaction_id),
        '[]') as list
      from open_attempts where account_id = ${account}`,
    orders: sql`
      select coalesce(json_agg(concat_ws(' ', lpad(transaction_id::text, 12, '0'),
        transaction_type, amount_cents, answer ->> 'kind',
        case when reversed_at is null then 'stands' else 'reversed' end)), '[]') as list
      from simulator.card_orders
      where account_id = ${account} and answer ->> 'kind' <> 'never_arrived'`,
    issued: sql`
      select coalesce(json_agg(lpad(id::text, 12, '0') order by id), '[]') as list
      from issued_ids where account_id = ${account}`,
  };
}

/** Runs after every step, so it is one prepared statement for all accounts. */
const LOOK = new Statement(selectTogether(selectParts(sql`asked.account_id`)));

function selectTogether({ transactions, open, orders, issued }: Parts): Sql {
  return sql`
    select (${transactions}) as transactions, (${open}) as open, (${orders}) as orders,
      (${issued}) as issued
    from unnest($1::bigint[]) with ordinality as asked (account_id, place)
    order by place`;
}

/** A cluster has the tables on several nodes, and reads them one after the other. */
const LOOK_ONE_BY_ONE = Object.entries(selectParts(sql`$1::bigint`)).map(
  ([name, part]) => [name, new Statement(part)] as const,
);

/** In the order of the model. */
export function readRecords({ db }: Environment, books: readonly Books[]): Promise<Records[]> {
  const ids = books.map(({ terms }) => terms.id);
  if (TEST_CLUSTER === undefined) return db.run<Records>(LOOK, [arrayLiteral(ids)]);
  return Promise.all(ids.map((id) => readOneByOne(db, id)));
}

async function readOneByOne(db: Environment["db"], id: string): Promise<Records> {
  const lists: [string, unknown][] = [];
  for (const [name, statement] of LOOK_ONE_BY_ONE) {
    const [row] = await db.run<{ list: unknown }>(statement, [id]);
    lists.push([name, row?.list]);
  }
  return Object.fromEntries(lists) as unknown as Records;
}
