/**
 * An account's transactions with any combination of filters, in the order of any column. Only a few
 * filters have indexes of their own. So a page looks at a limited number of transactions, the newest
 * of the range first, and says how far it got. Exact matches of a search are found behind that, too.
 */
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { allConditions, type Sql, sql } from "../../../db/sql.ts";
import { planInOrder } from "../by-index-store.ts";
import type { MerchantTransaction } from "../merchant-transaction.ts";
import { MERCHANT_TRANSACTION_COLUMNS } from "../transaction-list-columns-sql.ts";
import { findExactMatches, isNotShown, listRareKinds } from "./exact-match-store.ts";
import { rangeConditions, transactionConditions } from "./filter-conditions-sql.ts";
import { afterPosition, orderKey, orderTerms } from "./list-columns-sql.ts";
import {
  type ListOrder,
  type ListPosition,
  NEWEST_FIRST,
  type PagePosition,
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
      await planInOrder(db);
      const found = await db.rows<FoundTransaction>`${pageQuery(question, take + 1)}`;
      const items = found.slice(0, take);
      const last = items.at(-1);
      const isFull = found.length > take && last !== undefined;
      const next = isFull ? listPosition(question, last) : undefined;
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
function listPosition({ order, after }: ListQuestion, last: FoundTransaction): ListPosition {
  const key = order.by === "at" ? last.authorizedAt.toString() : last.orderKey;
  return { key, id: last.id, shown: after?.shown };
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
  const { accountId, filter, order, after } = question;
  const stop = { key: end.at.toString(), id: end.id };
  const { search } = filter;
  const shown = after?.shown;
  const areAllShown = shown !== undefined && shown.until === undefined;
  if (search === undefined || areAllShown || !order.isDescending) {
    return { items, next: { ...stop, shown }, lookedUntil: end.at };
  }
  const kinds = shown?.kinds ?? (await listRareKinds(db, accountId, search));
  const behind = { accountId, filter: { ...filter, search }, after: findOlder(stop, shown?.until) };
  const room = take - items.length;
  const found = await findExactMatches(db, behind, { kinds, most: room + 1 });
  const exact = found.slice(0, room);
  const until = found.length > room ? (findLast(exact) ?? shown?.until ?? stop) : undefined;
  return {
    items: [...items, ...exact],
    next: { ...stop, shown: { kinds, until } },
    lookedUntil: end.at,
  };
}

function findLast(items: readonly MerchantTransaction[]): PagePosition | undefined {
  const last = items.at(-1);
  return last && { key: last.authorizedAt.toString(), id: last.id };
}

/** Of two positions in time, the one that comes later in a list with the newest first. */
function findOlder(one: PagePosition, other: PagePosition = one): PagePosition {
  const [at, otherAt] = [one, other].map(({ key }) => Temporal.Instant.from(key));
  const order = at && otherAt ? Temporal.Instant.compare(at, otherAt) : 0;
  const isOlder = order === 0 ? BigInt(one.id) < BigInt(other.id) : order < 0;
  return isOlder ? one : other;
}

/** The transactions of a range that match the filter. */
export function pageQuery(question: ListQuestion, most: number): Sql {
  const { filter, order, after } = question;
  const { search } = filter;
  const shown = after?.shown;
  const wanted = allConditions([
    transactionConditions(filter),
    ...(after === undefined || order.by === "at" ? [] : [afterPosition(order, after)]),
    ...(search === undefined || shown === undefined ? [] : [isNotShown(search, shown)]),
  ]);
  return sql`select ${MERCHANT_TRANSACTION_COLUMNS}, (${orderKey(order)})::text as "orderKey"
    from (${searchedRows(question)}) one
    where ${wanted} order by ${orderTerms(order)} limit ${most}`;
}

/** A list by another column than the time has no exact matches behind it, except for an ID. */
function searchedRows(question: ListQuestion): Sql {
  const { accountId, filter, order } = question;
  const id = filter.search?.id;
  const newest = sql`${rangeQuery(question)} limit ${SEARCHED_MAX}`;
  if (id === undefined || order.by === "at") return newest;
  return sql`(${newest}) union all (select * from transactions one
    where ${rangeConditions(accountId, filter)} and one.account_id = ${accountId}
      and one.id = ${id}::bigint
      and one.id <> all (select newest.id from (${newest}) newest))`;
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
