/** Reads what the database and the card host store about an account's payments. */
import { arrayLiteral } from "../../src/db/arrays.ts";
import { sql } from "../../src/db/sql.ts";
import { Statement } from "../../src/db/statement.ts";
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

/** Runs after every step, so it is one prepared statement for all accounts. */
const LOOK = new Statement(sql`
  select
    (select coalesce(json_agg(json_build_object('id', lpad(one.id::text, 12, '0'),
        'type', transaction_type, 'state', state, 'cents', amount_cents,
        'refunded', refunded_cents, 'batch', batch_id, 'message', message,
        'approved', is_approved, 'original', lpad(original_id::text, 12, '0')) order by one.id),
        '[]')
      from transactions one where account_id = asked.account_id) as transactions,
    (select coalesce(json_agg(lpad(transaction_id::text, 12, '0') order by transaction_id), '[]')
      from open_attempts where account_id = asked.account_id) as open,
    (select coalesce(json_agg(concat_ws(' ', lpad(transaction_id::text, 12, '0'),
        transaction_type, amount_cents, answer ->> 'kind',
        case when reversed_at is null then 'stands' else 'reversed' end)), '[]')
      from simulator.card_orders where account_id = asked.account_id) as orders,
    (select coalesce(json_agg(lpad(id::text, 12, '0') order by id), '[]')
      from issued_ids where account_id = asked.account_id) as issued
  from unnest($1::bigint[]) with ordinality as asked (account_id, place)
  order by place`);

/** In the order of the model. */
export function readRecords({ db }: Environment, books: readonly Books[]): Promise<Records[]> {
  return db.run<Records>(LOOK, [arrayLiteral(books.map(({ terms }) => terms.id))]);
}
