/** Conditions of entries that must not leave before another one: a prenote, or the sale of a credit. */
import { type Sql, sql } from "../../../db/sql.ts";

/**
 * Entries by the token of a stored bank account wait for its prenote. `accounts` is an array, and
 * `deadline` the moment after which a prenote settles too late.
 */
export function afterPrenote(accounts: Sql, deadline: Sql): Sql {
  return sql`(one.prenote_id is null or not exists (
    select from transactions prenote
    where prenote.account_id = one.account_id and prenote.id = one.prenote_id
      and prenote.account_id = any (${accounts})
      and prenote.state = 'stored'
      and (prenote.batched_at is null or prenote.settle_at >= ${deadline})))`;
}

/** A credit leaves in a later file than its sale, because the sale may be left out of its own. */
export function afterSale(accounts: Sql, at: Sql): Sql {
  return sql`(one.original_id is null or not exists (
    select from transactions sale
    where sale.account_id = one.account_id and sale.id = one.original_id
      and sale.account_id = any (${accounts})
      and sale.state = 'pending' and (sale.batched_at is null or sale.batched_at >= ${at})))`;
}
