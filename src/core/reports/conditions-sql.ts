/** The records of a report and their order, as SQL over the report views. */
import { pinToAccount } from "../../db/sharding/account-groups.ts";
import { allConditions, Sql, sql } from "../../db/sql.ts";
import type { Criteria } from "./criteria.ts";
import { clampToCalendar, type DateMatch, type Window } from "./date-window.ts";
import { NAME } from "./report-columns-sql.ts";
import type { TextMatch } from "./wildcard.ts";

/**
 * Selects the records with all columns. The order is that of the index that finds them, so the first
 * record is available immediately and nothing is sorted.
 */
export function selectRecords(criteria: Criteria): Sql {
  return sql`${recordSource(criteria)} where ${recordFilter(criteria)} order by ${recordOrder(criteria)}`;
}

/** Counts the same records. */
export function selectRecordCount(criteria: Criteria): Sql {
  return sql`select count(*) from (${recordSource(criteria)} where ${recordFilter(criteria)}) counted`;
}

/**
 * Sums the same records by account and type, approved and declined apart. float8: far below 2^53
 * cents. The account tells the currency.
 */
export function selectRecordTotals(criteria: Criteria): Sql {
  return sql`select account_id as "accountId", transaction_type as type, is_approved as "isApproved",
      count(*)::float8 as count, sum(amount_cents)::float8 as "amountCents",
      sum(refund_balance_cents)::float8 as "refundBalanceCents",
      coalesce(sum(level2_tax_cents), 0)::float8 as "taxCents",
      coalesce(sum(restaurant_gratuity_cents), 0)::float8 as "gratuityCents"
    from (${recordSource(criteria)} where ${recordFilter(criteria)}) summed
    group by account_id, transaction_type, is_approved`;
}

/** The lateral join makes each update look up its transaction by id. */
function recordSource(criteria: Criteria): Sql {
  if (criteria.records === "transactions") return sql`select one.* from report_records one`;
  return sql`select one.*, ach_update.action_at, ach_update.status as update_status,
      ach_update.return_code as update_return_code
    from ach_updates ach_update cross join lateral (
      select * from report_records found
      where found.account_id = ach_update.account_id and found.id = ach_update.transaction_id
        and ${pinToAccount(sql`found.account_id`, criteria)} offset 0) one`;
}

/** The columns of the account and of the transaction id. */
const KEYS: Readonly<Record<Criteria["records"], { readonly account: Sql; readonly id: Sql }>> = {
  transactions: { account: sql`one.account_id`, id: sql`one.id` },
  updates: { account: sql`ach_update.account_id`, id: sql`ach_update.transaction_id` },
};

function recordFilter(criteria: Criteria): Sql {
  return allConditions([...timeConditions(criteria), ...recordConditions(criteria)]);
}

function timeConditions(criteria: Criteria): Sql[] {
  const { records, accountIds, authorized = {}, batched = {}, settled = {} } = criteria;
  const { updated = [] } = criteria;
  return [
    accountCondition(KEYS[records].account, accountIds),
    ...windowConditions(sql`one.authorized_at`, authorized),
    ...patternConditions(sql`one.authorized_at`, authorized),
    ...windowConditions(sql`one.batched_at`, batched),
    ...windowConditions(sql`one.settle_at`, settled),
    ...updated.flatMap((match) => [
      ...windowConditions(sql`ach_update.action_at`, match),
      ...patternConditions(sql`ach_update.action_at`, match),
    ]),
  ];
}

/** A single account is compared with `=`, so that its index gives the records in order. */
function accountCondition(column: Sql, ids: readonly string[]): Sql {
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return sql`${column} = ${only}::bigint`;
  return sql`${column} = any (${`{${ids.join()}}`}::bigint[])`;
}

function windowConditions(column: Sql, { from, until }: Window): Sql[] {
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${clampToCalendar(from)}::timestamptz`]),
    ...(until === undefined ? [] : [sql`${column} < ${clampToCalendar(until)}::timestamptz`]),
  ];
}

const PARTS = { date: new Sql(["10"], []), moment: new Sql(["19"], []) };

/** Compares the local time as the record shows it. */
function patternConditions(column: Sql, { pattern }: DateMatch): Sql[] {
  if (pattern === undefined) return [];
  return textConditions(sql`left(${column}::text, ${PARTS[pattern.part]})`, pattern.like);
}

function recordConditions(criteria: Criteria): Sql[] {
  const { transactionId, amount, status, tenderType, cashier, customId, group, name } = criteria;
  return [
    ...(transactionId === undefined
      ? []
      : [sql`${KEYS[criteria.records].id} = ${transactionId}::bigint`]),
    ...(amount === undefined
      ? []
      : [sql`one.amount_cents between ${amount.min} and ${amount.max}`]),
    ...(status === undefined ? [] : [statusCondition(criteria, status === "approved")]),
    ...(tenderType === undefined ? [] : [sql`one.tender_type = ${tenderType}`]),
    ...textConditions(sql`one.cashier`, cashier),
    ...textConditions(sql`one.custom_id`, customId),
    ...textConditions(sql`one.transaction_group`, group),
    ...textConditions(NAME, name),
  ];
}

function statusCondition({ records }: Criteria, isApproved: boolean): Sql {
  const expected = isApproved ? sql`true` : sql`false`;
  if (records === "transactions") return sql`one.is_approved = ${expected}`;
  return sql`(ach_update.status not like 'DECLINED%') = ${expected}`;
}

/** An absent value counts as empty, so only wildcards that match an empty text match it. */
function textConditions(column: Sql, match: TextMatch | undefined): Sql[] {
  if (match === undefined || match.kind === "anything") return [];
  return match.kind === "exactly"
    ? [sql`${column} = ${match.text}`]
    : [sql`coalesce(${column}, '') like ${match.pattern}`];
}

function recordOrder(criteria: Criteria): Sql {
  if (criteria.records === "updates") {
    return sql`ach_update.account_id, ach_update.action_at, ach_update.transaction_id, ach_update.update_number`;
  }
  return sql`one.account_id, ${leadingTime(criteria)}, one.id`;
}

/** The time by which the records are found. */
function leadingTime({ authorized, batched, settled }: Criteria): Sql {
  if (authorized === undefined && batched !== undefined) return sql`one.batched_at`;
  if (authorized === undefined && settled !== undefined) return sql`one.settle_at`;
  return sql`one.authorized_at`;
}
