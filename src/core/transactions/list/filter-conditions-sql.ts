/** Conditions of a transaction list, for a table or subquery with the alias "one". */
import { allConditions, type Sql, sql } from "../../../db/sql.ts";
import { statesWithStatus } from "../display-status.ts";
import type { SearchTerms } from "./search-terms.ts";
import type { TransactionFilter } from "./transaction-filter.ts";

export function transactionConditions(filter: TransactionFilter): Sql {
  const { type, status, tender, brand, minCents, maxCents, last4, message, search } = filter;
  const states = status === undefined ? undefined : `{${statesWithStatus(status).join()}}`;
  const conditions: readonly (readonly [unknown, () => Sql])[] = [
    [type, () => sql`one.transaction_type = ${type}`],
    [states, () => sql`one.state = any (${states}::text[])`],
    [tender, () => sql`one.tender_type = ${tender}`],
    [brand, () => sql`one.card_brand = ${brand}`],
    [minCents, () => sql`one.amount_cents >= ${minCents}`],
    [maxCents, () => sql`one.amount_cents <= ${maxCents}`],
    [last4, () => sql`one.last4 = ${last4}`],
    [message, () => sql`one.message ilike ${containing(message ?? "")}`],
    [search, () => searchMatch(search ?? { text: "" })],
  ];
  return allConditions(
    conditions.flatMap(([value, condition]) => (value === undefined ? [] : [condition()])),
  );
}

/** An ID, a last four and an amount must be equal. A text may be part of a field. */
function searchMatch({ text, id, last4, cents }: SearchTerms): Sql {
  return sql`(one.id = ${id ?? null}::bigint or one.last4 = ${last4 ?? null}::text
    or one.amount_cents = ${cents ?? null}::int or
    concat_ws(chr(10), concat_ws(' ', one.first_name, one.last_name), one.company, one.email,
      one.description, one.custom_id, one.invoice_entry, one.phone, one.cashier)
    ilike ${containing(text)})`;
}

function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}

/**
 * The transactions of a time range. There is always a condition on the time, because PostgreSQL uses
 * the index of the time only with one.
 */
export function rangeConditions(accountId: string, filter: TransactionFilter): Sql {
  const { from, until } = filter;
  return allConditions([
    sql`one.account_id = ${accountId}`,
    sql`one.authorized_at < 'infinity'`,
    ...(from === undefined ? [] : [sql`one.authorized_at >= ${from}`]),
    ...(until === undefined ? [] : [sql`one.authorized_at < ${until}`]),
  ]);
}
