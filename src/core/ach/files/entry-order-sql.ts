/** Conditions of entries that must not leave before another one: a prenote, or the sale of a credit. */
import { type Sql, sql } from "../../../db/sql.ts";
import { prenoteDeadline } from "../prenotes.ts";

/** Entries by the token of a stored bank account wait for its prenote. */
export function afterPrenote(accounts: readonly string[], at: Temporal.Instant): Sql {
  return sql`(one.prenote_id is null or not exists (
    select from transactions prenote
    where prenote.account_id = one.account_id and prenote.id = one.prenote_id
      and prenote.account_id = any (${accounts}::bigint[])
      and prenote.state = 'stored'
      and (prenote.batched_at is null or prenote.settle_at >= ${prenoteDeadline(at)})))`;
}

/** A credit leaves in a later file than its sale, because the sale may be left out of its own. */
export function afterSale(accounts: readonly string[], at: Temporal.Instant): Sql {
  return sql`(one.original_id is null or not exists (
    select from transactions sale
    where sale.account_id = one.account_id and sale.id = one.original_id
      and sale.account_id = any (${accounts}::bigint[])
      and sale.state = 'pending' and (sale.batched_at is null or sale.batched_at >= ${at})))`;
}
