/**
 * Finds the batched payments whose last four, amount, email, order number or last name is exactly what
 * was searched, by one index each, whatever their age. Pending ACH payments are not in the indexes.
 */
import type { Database } from "../../../db/database.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { isInSearchIndexes } from "./filter-conditions-sql.ts";
import { listLastNames, listSpellings, type SearchTerms } from "./search-terms.ts";

/** Rows of one index. A value that is more frequent is found among the newest transactions anyway. */
const MATCHES_MAX = 1_000;

export async function findExactMatches(
  db: Database,
  accountId: string,
  terms: SearchTerms,
): Promise<readonly string[]> {
  const rows = await db.rows<{ id: string }>`${exactMatchQuery(accountId, terms)}`;
  return rows.map(({ id }) => id);
}

/** The conditions repeat those of the partial indexes, or PostgreSQL would not use them. */
export function exactMatchQuery(accountId: string, { text, last4, cents }: SearchTerms): Sql {
  const spellings = listSpellings(text);
  return sql`
    (select id from transactions one where account_id = ${accountId} and ${isInSearchIndexes}
      and last4 = ${last4 ?? null}::text and last4 is not null limit ${MATCHES_MAX})
    union (select id from transactions one where account_id = ${accountId} and ${isInSearchIndexes}
      and amount_cents = ${cents ?? null}::int limit ${MATCHES_MAX})
    union (select id from transactions one where account_id = ${accountId} and ${isInSearchIndexes}
      and email = any (${spellings}::text[]) and email is not null limit ${MATCHES_MAX})
    union (select id from transactions one where account_id = ${accountId} and ${isInSearchIndexes}
      and custom_id = any (${spellings}::text[]) and custom_id is not null limit ${MATCHES_MAX})
    union (select id from transactions one where account_id = ${accountId} and ${isInSearchIndexes}
      and last_name = any (${listLastNames(text)}::text[]) and last_name is not null
      limit ${MATCHES_MAX})`;
}
