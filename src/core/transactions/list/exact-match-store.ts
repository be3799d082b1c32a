/**
 * Finds payments whose ID, last four, amount, email, order number or last name is exactly what was
 * searched, by one index each, whatever their age. Only an ID also finds payments without a batch, and
 * pending ACH payments: the other indexes do not have them.
 */
import type { Database } from "../../../db/database.ts";
import { allConditions, type Sql, sql } from "../../../db/sql.ts";
import type { MerchantTransaction } from "../merchant-transaction.ts";
import { MERCHANT_TRANSACTION_COLUMNS } from "../transaction-list-columns-sql.ts";
import { rangeConditions, transactionConditions } from "./filter-conditions-sql.ts";
import { afterPosition, orderTerms } from "./list-columns-sql.ts";
import { listLastNames, listSpellings, type SearchTerms } from "./search-terms.ts";
import {
  type MatchKind,
  NEWEST_FIRST,
  type PagePosition,
  type ShownMatches,
  type TransactionFilter,
} from "./transaction-filter.ts";

/**
 * How many payments of one index are read. The indexes have no time and no other filter, so all
 * payments with a value are read to find the newest that match. Payments with a more frequent value
 * are found page by page, like those that match only in part.
 */
export const MATCHES_MAX = 20_000;

export interface MatchQuestion {
  readonly accountId: string;
  readonly filter: TransactionFilter & { readonly search: SearchTerms };
  /** Only payments that come after this one, newest first. */
  readonly after: PagePosition;
}

/** The kinds of matches that are few enough to read all of them. */
export async function listRareKinds(
  db: Database,
  accountId: string,
  terms: SearchTerms,
): Promise<readonly MatchKind[]> {
  const rows = await db.rows<{ kind: MatchKind; count: number }>`${countQuery(accountId, terms)}`;
  return rows.flatMap(({ kind, count }) => (count <= MATCHES_MAX ? [kind] : []));
}

/** It counts one more than are read. */
export function countQuery(accountId: string, terms: SearchTerms): Sql {
  return matchConditions(terms)
    .map(
      ([kind, match]) => sql`select ${kind}::text as kind, count(*)::int as count
        from (select from transactions one where one.account_id = ${accountId} and ${match}
          limit ${MATCHES_MAX + 1}) found`,
    )
    .reduce((left, right) => sql`${left} union all ${right}`);
}

/** The newest exact matches that fit all filters. */
export async function findExactMatches(
  db: Database,
  question: MatchQuestion,
  { kinds, most }: { readonly kinds: readonly MatchKind[]; readonly most: number },
): Promise<readonly MerchantTransaction[]> {
  if (kinds.length === 0) return [];
  return db.rows<MerchantTransaction>`${exactMatchQuery(question, kinds, most)}`;
}

/** A payment can match in several ways. */
export function exactMatchQuery(
  { accountId, filter, after }: MatchQuestion,
  kinds: readonly MatchKind[],
  most: number,
): Sql {
  const matches = matchConditions(filter.search)
    .filter(([kind]) => kinds.includes(kind))
    .map(
      ([, match]) => sql`(select * from transactions one
        where one.account_id = ${accountId} and ${match} limit ${MATCHES_MAX})`,
    )
    .reduce((left, right) => sql`${left} union all ${right}`);
  return sql`select distinct on (one.authorized_at, one.id) ${MERCHANT_TRANSACTION_COLUMNS}
    from (${matches}) one
    where ${rangeConditions(accountId, filter)} and ${transactionConditions(filter)}
      and ${afterPosition(NEWEST_FIRST, after)}
    order by ${orderTerms(NEWEST_FIRST)} limit ${most}`;
}

/** Leaves out the exact matches of a search that earlier pages showed. */
export function isNotShown(terms: SearchTerms, { kinds, until }: ShownMatches): Sql {
  const isMatch = matchConditions(terms)
    .filter(([kind]) => kinds.includes(kind))
    .map(([, match]) => sql`(${match})`)
    .reduce((left, right) => sql`${left} or ${right}`, sql`false`);
  const wasReached = until === undefined ? [] : [sql`not (${afterPosition(NEWEST_FIRST, until)})`];
  return sql`(${allConditions([sql`(${isMatch})`, ...wasReached])}) is not true`;
}

/** The common condition of the five indexes. PostgreSQL uses a partial index only with its condition. */
const isInIndexes = sql`one.batch_id is not null and one.state <> 'pending'`;

function matchConditions(terms: SearchTerms): readonly (readonly [MatchKind, Sql])[] {
  const { text, id, last4, cents } = terms;
  const spellings = listSpellings(text);
  return [
    ["id", sql`one.id = ${id ?? null}::bigint`],
    ["last4", sql`${isInIndexes} and one.last4 = ${last4 ?? null}::text and one.last4 is not null`],
    ["amount", sql`${isInIndexes} and one.amount_cents = ${cents ?? null}::int`],
    [
      "email",
      sql`${isInIndexes} and one.email = any (${spellings}::text[]) and one.email is not null`,
    ],
    [
      "order",
      sql`${isInIndexes} and one.custom_id = any (${spellings}::text[])
        and one.custom_id is not null`,
    ],
    [
      "lastName",
      sql`${isInIndexes} and one.last_name = any (${listLastNames(text)}::text[])
        and one.last_name is not null`,
    ],
  ];
}
