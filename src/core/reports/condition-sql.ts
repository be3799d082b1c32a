/** Which records a report has, and in which order, as SQL over the views. */
import { allConditions, Sql, sql } from "../../db/sql.ts";
import type { Criteria } from "./criteria.ts";
import { type DateMatch, inCalendar, type Window } from "./date-window.ts";
import { NAME } from "./report-columns-sql.ts";
import type { TextMatch } from "./wildcard.ts";

/**
 * Records with everything a column may want. The order is that of the index that finds them, so
 * that the first record is there at once and nothing is gathered to be sorted.
 */
export function recordsOf(criteria: Criteria): Sql {
  return sql`${sourceOf(criteria)} where ${conditionOf(criteria)} order by ${orderOf(criteria)}`;
}

/** The same ones, to be counted. */
export function countedRecords(criteria: Criteria): Sql {
  return sql`select count(*) from (${sourceOf(criteria)} where ${conditionOf(criteria)}) counted`;
}

/** Each update looks its transaction up by its id, whatever there is of others. */
function sourceOf({ records }: Criteria): Sql {
  if (records === "transactions") return sql`select one.* from report_records one`;
  return sql`select one.*, said.action_at, said.status as update_status,
      said.return_code as update_return_code
    from ach_updates said cross join lateral (
      select * from report_records found
      where found.account_id = said.account_id and found.id = said.transaction_id offset 0) one`;
}

/** The account and the id by which records are found. */
const KEYS: Readonly<Record<Criteria["records"], { readonly account: Sql; readonly id: Sql }>> = {
  transactions: { account: sql`one.account_id`, id: sql`one.id` },
  updates: { account: sql`said.account_id`, id: sql`said.transaction_id` },
};

function conditionOf(criteria: Criteria): Sql {
  return allConditions([...ofTime(criteria), ...ofRecord(criteria)]);
}

function ofTime(criteria: Criteria): Sql[] {
  const { records, accountIds, authorized = {}, batched = {}, settled = {} } = criteria;
  const { updated = [] } = criteria;
  return [
    ofAccounts(KEYS[records].account, accountIds),
    ...between(sql`one.authorized_at`, authorized),
    ...looking(sql`one.authorized_at`, authorized),
    ...between(sql`one.batched_at`, batched),
    ...between(sql`one.settle_at`, settled),
    ...updated.flatMap((match) => [
      ...between(sql`said.action_at`, match),
      ...looking(sql`said.action_at`, match),
    ]),
  ];
}

/** One account by itself: its index then gives its records in order. */
function ofAccounts(column: Sql, ids: readonly string[]): Sql {
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return sql`${column} = ${only}::bigint`;
  return sql`${column} = any (${`{${ids.join()}}`}::bigint[])`;
}

function between(column: Sql, { from, until }: Window): Sql[] {
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${inCalendar(from)}::timestamptz`]),
    ...(until === undefined ? [] : [sql`${column} < ${inCalendar(until)}::timestamptz`]),
  ];
}

const PARTS = { date: new Sql(["10"], []), moment: new Sql(["19"], []) };

/** As the record itself shows the time. */
function looking(column: Sql, { looks }: DateMatch): Sql[] {
  if (looks === undefined) return [];
  return matching(sql`left(${column}::text, ${PARTS[looks.part]})`, looks.like);
}

function ofRecord(criteria: Criteria): Sql[] {
  const { transactionId, amount, status, tenderType, cashier, customId, group, name } = criteria;
  return [
    ...(transactionId === undefined
      ? []
      : [sql`${KEYS[criteria.records].id} = ${transactionId}::bigint`]),
    ...(amount === undefined
      ? []
      : [sql`one.amount_cents between ${amount.min} and ${amount.max}`]),
    ...(status === undefined ? [] : [ofStatus(criteria, status === "approved")]),
    ...(tenderType === undefined ? [] : [sql`one.tender_type = ${tenderType}`]),
    ...matching(sql`one.cashier`, cashier),
    ...matching(sql`one.custom_id`, customId),
    ...matching(sql`one.transaction_group`, group),
    ...matching(NAME, name),
  ];
}

function ofStatus({ records }: Criteria, isApproved: boolean): Sql {
  const said = isApproved ? sql`true` : sql`false`;
  if (records === "transactions") return sql`one.is_approved = ${said}`;
  return sql`(said.status not like 'DECLINED%') = ${said}`;
}

/** An absent value is an empty one: only wildcards that stand for nothing match it. */
function matching(column: Sql, match: TextMatch | undefined): Sql[] {
  if (match === undefined || match.kind === "anything") return [];
  return match.kind === "exactly"
    ? [sql`${column} = ${match.text}`]
    : [sql`coalesce(${column}, '') like ${match.pattern}`];
}

function orderOf(criteria: Criteria): Sql {
  if (criteria.records === "updates") {
    return sql`said.account_id, said.action_at, said.transaction_id, said.update_number`;
  }
  return sql`one.account_id, ${leadingTime(criteria)}, one.id`;
}

/** The time that finds the records: what was asked for by batch comes by batch. */
function leadingTime({ authorized, batched, settled }: Criteria): Sql {
  if (authorized === undefined && batched !== undefined) return sql`one.batched_at`;
  if (authorized === undefined && settled !== undefined) return sql`one.settle_at`;
  return sql`one.authorized_at`;
}
