/**
 * An account's transactions with any combination of filters, in the order of any column. Only a few
 * filters have indexes of their own. So a page looks at a limited number of transactions, the newest
 * of the range first, and says how far it got. Exact matches of a search are found behind that, too.
 */
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { allConditions, type Sql, sql } from "../../../db/sql.ts";
import { planByIndex } from "../by-index-store.ts";
import type { MerchantTransaction } from "../merchant-transaction.ts";
import { MERCHANT_TRANSACTION_COLUMNS } from "../transaction-list-columns-sql.ts";
import { findExactMatches } from "./exact-match-store.ts";
import {
  isNotExactMatch,
  rangeConditions,
  transactionConditions,
} from "./filter-conditions-sql.ts";
import { afterPosition, orderKey, orderTerms } from "./list-columns-sql.ts";
import {
  type ListOrder,
  type ListPosition,
  NEWEST_FIRST,
  type TransactionFilter,
} from "./transaction-filter.ts";

export interface ListQuestion {
  readonly accountId: string;
  readonly filter: TransactionFilter;
  readonly order: ListOrder;
  readonly after: ListPosition | undefined;
}

export interface TransactionPage {
  readonly items: readonly MerchantTransaction[];
  /** Where the next page starts. Undefined on the last page. */
  readonly next: ListPosition | undefined;
  /** Set if older transactions were not looked at. */
  readonly lookedUntil: Temporal.Instant | undefined;
}

type FoundTransaction = MerchantTransaction & { readonly orderKey: string };

/** How many transactions a page looks at. This takes about a tenth of a second. */
export const SEARCHED_MAX = 50_000;

export class TransactionListStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  async findPage(question: ListQuestion, take: number): Promise<TransactionPage> {
    return this.#db.within({ accountId: question.accountId }, async (db) => {
      await planByIndex(db);
      const found = await db.rows<FoundTransaction>`${pageQuery(question, take + 1)}`;
      const items = found.slice(0, take);
      const last = items.at(-1);
      const isFull = found.length > take && last !== undefined;
      const next = isFull ? listPosition(question.order, last) : undefined;
      if (isFull && question.order.by === "at") return { items, next, lookedUntil: undefined };
      const end = await findEnd(db, question);
      if (question.order.by !== "at") return { items, next, lookedUntil: end?.at };
      return end === undefined
        ? { items, next: undefined, lookedUntil: undefined }
        : addExactMatches(db, { question, items, end, take });
    });
  }
}

/** A time is written with all of its digits, in UTC. */
function listPosition({ by }: ListOrder, last: FoundTransaction): ListPosition {
  return { key: by === "at" ? last.authorizedAt.toString() : last.orderKey, id: last.id };
}

interface LookedUntil {
  readonly at: Temporal.Instant;
  readonly id: string;
}

/** The last transaction that the page looked at, if there are more. */
async function findEnd(db: Database, question: ListQuestion): Promise<LookedUntil | undefined> {
  const [end] = await db.rows<LookedUntil>`
    select authorized_at as at, id
    from (${rangeQuery(question)} offset ${SEARCHED_MAX - 1} limit 1) one`;
  return end;
}

interface StoppedSearch {
  readonly question: ListQuestion;
  readonly items: readonly MerchantTransaction[];
  readonly end: LookedUntil;
  readonly take: number;
}

/** The page is not full, and there are more transactions. The indexes of the search know them all. */
async function addExactMatches(
  db: Database,
  { question, items, end, take }: StoppedSearch,
): Promise<TransactionPage> {
  const { filter, order, after } = question;
  const next = { key: end.at.toString(), id: end.id };
  const { search } = filter;
  if (search === undefined || after?.hasShownExact || !order.isDescending) {
    const hasShownExact = after?.hasShownExact ?? false;
    return { items, next: { ...next, hasShownExact }, lookedUntil: end.at };
  }
  const ids = await findExactMatches(db, question.accountId, search);
  const behind = { ...question, after: next };
  const exact = await db.rows<MerchantTransaction>`${exactQuery(behind, ids, take)}`;
  return {
    items: [...items, ...exact],
    next: { ...next, hasShownExact: exact.length < take },
    lookedUntil: end.at,
  };
}

/** The transactions of a range that match the filter. */
export function pageQuery(question: ListQuestion, most: number): Sql {
  const { filter, order, after } = question;
  const wanted = allConditions([
    transactionConditions(filter),
    ...(after === undefined || order.by === "at" ? [] : [afterPosition(order, after)]),
    ...(filter.search !== undefined && after?.hasShownExact
      ? [isNotExactMatch(filter.search)]
      : []),
  ]);
  return sql`select ${MERCHANT_TRANSACTION_COLUMNS}, (${orderKey(order)})::text as "orderKey"
    from (${rangeQuery(question)} limit ${SEARCHED_MAX}) one
    where ${wanted} order by ${orderTerms(order)} limit ${most}`;
}

/** In the order of the time index. A list by another column looks at the newest of the range. */
function rangeQuery({ accountId, filter, order, after }: ListQuestion): Sql {
  const byTime = order.by === "at" ? order : NEWEST_FIRST;
  const times = allConditions([
    rangeConditions(accountId, filter),
    ...(after === undefined || order.by !== "at" ? [] : [afterPosition(order, after)]),
  ]);
  return sql`select * from transactions one where ${times} order by ${orderTerms(byTime)}`;
}

function exactQuery(
  { accountId, filter, order, after }: ListQuestion & { readonly after: ListPosition },
  ids: readonly string[],
  most: number,
): Sql {
  return sql`select ${MERCHANT_TRANSACTION_COLUMNS} from transactions one
    where ${rangeConditions(accountId, filter)} and ${transactionConditions(filter)}
      and one.account_id = ${accountId} and one.id = any (${ids}::bigint[])
      and ${afterPosition(order, after)}
    order by ${orderTerms(order)} limit ${most}`;
}
