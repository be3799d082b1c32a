/**
 * An account's transactions, newest first, with any combination of filters. Filters have no indexes
 * of their own. So a page searches a limited number of transactions and says how far it got.
 */
import type { DatabasePool } from "../../db/database-pool.ts";
import { allConditions, type Sql, sql } from "../../db/sql.ts";
import type { TenderType, TransactionType } from "../payments/transaction.ts";
import { planByIndex } from "./by-index-store.ts";
import { type DisplayStatus, statesWithStatus } from "./display-status.ts";
import type { MerchantTransaction } from "./merchant-transaction.ts";
import { MERCHANT_TRANSACTION_COLUMNS } from "./transaction-columns-sql.ts";

export interface TransactionFilter {
  readonly id?: string | undefined;
  readonly from?: Temporal.Instant | undefined;
  /** Exclusive. */
  readonly until?: Temporal.Instant | undefined;
  readonly type?: TransactionType | undefined;
  readonly status?: DisplayStatus | undefined;
  readonly tender?: TenderType | undefined;
  readonly brand?: string | undefined;
  readonly minCents?: number | undefined;
  readonly maxCents?: number | undefined;
  readonly last4?: string | undefined;
  /** Part of the response message. */
  readonly message?: string | undefined;
  /** Part of a customer or order field, such as the name, the email or the order number. */
  readonly text?: string | undefined;
}

/** The last transaction of the previous page. */
export interface ListPosition {
  readonly at: Temporal.Instant;
  readonly id: string;
}

export interface TransactionPage {
  readonly items: readonly MerchantTransaction[];
  /** Where the next page starts. Undefined on the last page. */
  readonly next: ListPosition | undefined;
  /** Set if the search stopped before the page was full. */
  readonly lookedUntil: Temporal.Instant | undefined;
}

/** How many transactions a page searches. This takes about a tenth of a second. */
export const SEARCHED_MAX = 50_000;

export class TransactionListStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  async findPage(
    accountId: string,
    filter: TransactionFilter,
    { take, after }: { readonly take: number; readonly after: ListPosition | undefined },
  ): Promise<TransactionPage> {
    return this.#db.within({ accountId }, async (db) => {
      await planByIndex(db);
      const stretch = rangeQuery(accountId, filter, after);
      const found = await db.rows<MerchantTransaction>`${pageQuery(stretch, filter, take + 1)}`;
      const items = found.slice(0, take);
      const last = items.at(-1);
      if (found.length > take && last !== undefined) {
        return { items, next: listPosition(last), lookedUntil: undefined };
      }
      const [end] = await db.rows<ListPosition>`
        select authorized_at as at, id
        from (${stretch} offset ${SEARCHED_MAX - 1} limit 1) one`;
      return { items, next: end, lookedUntil: end?.at };
    });
  }
}

/** The newest transactions of a range that match the filter. */
export function pageQuery(stretch: Sql, filter: TransactionFilter, most: number): Sql {
  return sql`select ${MERCHANT_TRANSACTION_COLUMNS} from (${stretch} limit ${SEARCHED_MAX}) one
    where ${allConditions(filterConditions(filter))}
    order by one.authorized_at desc, one.id desc limit ${most}`;
}

function listPosition({ authorizedAt, id }: MerchantTransaction): ListPosition {
  return { at: authorizedAt, id };
}

/**
 * The transactions of a time range, in index order. There is always a condition on the time,
 * because PostgreSQL uses that index only with one.
 */
export function rangeQuery(
  accountId: string,
  filter: TransactionFilter,
  after: ListPosition | undefined,
): Sql {
  const { id, from, until } = filter;
  const times = allConditions([
    ...(id === undefined ? [sql`authorized_at < 'infinity'`] : [sql`id = ${id}::bigint`]),
    ...(from === undefined ? [] : [sql`authorized_at >= ${from}`]),
    ...(until === undefined ? [] : [sql`authorized_at < ${until}`]),
    ...(after === undefined
      ? []
      : [sql`authorized_at <= ${after.at} and (authorized_at, id) < (${after.at}, ${after.id})`]),
  ]);
  return sql`select * from transactions where account_id = ${accountId} and ${times}
    order by authorized_at desc, id desc`;
}

function filterConditions(filter: TransactionFilter): Sql[] {
  const { type, status, tender, brand, minCents, maxCents, last4, message, text } = filter;
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
    [text, () => textMatch(containing(text ?? ""))],
  ];
  return conditions.flatMap(([value, condition]) => (value === undefined ? [] : [condition()]));
}

function textMatch(pattern: string): Sql {
  return sql`concat_ws(chr(10), concat_ws(' ', one.first_name, one.last_name), one.company,
    one.email, one.description, one.custom_id, one.invoice_entry, one.phone, one.cashier)
    ilike ${pattern}`;
}

function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
