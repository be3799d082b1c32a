/**
 * An account's transactions, the newest first, by whatever filter. No filter has an index of its
 * own: a page looks at so many transactions of its time and no more, and says how far it came.
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
  /** Not included. */
  readonly until?: Temporal.Instant | undefined;
  readonly type?: TransactionType | undefined;
  readonly status?: DisplayStatus | undefined;
  readonly tender?: TenderType | undefined;
  readonly brand?: string | undefined;
  readonly minCents?: number | undefined;
  readonly maxCents?: number | undefined;
  readonly last4?: string | undefined;
  /** Part of what the host said. */
  readonly message?: string | undefined;
  /** Part of the customer's name or address, or of what the order says. */
  readonly text?: string | undefined;
}

/** The transaction that a page follows on. */
export interface Place {
  readonly at: Temporal.Instant;
  readonly id: string;
}

export interface TransactionPage {
  readonly items: readonly MerchantTransaction[];
  /** Where the next page begins. Undefined: there is none. */
  readonly next: Place | undefined;
  /** Set where it stopped looking before the page was full. */
  readonly lookedUntil: Temporal.Instant | undefined;
}

/** How many transactions a page looks at: a tenth of a second's work. */
export const LOOKED_AT_MAX = 50_000;

export class ListStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  async find(
    accountId: string,
    filter: TransactionFilter,
    { take, after }: { readonly take: number; readonly after: Place | undefined },
  ): Promise<TransactionPage> {
    return this.#db.within({ accountId }, async (db) => {
      await planByIndex(db);
      const stretch = stretchOf(accountId, filter, after);
      const found = await db.rows<MerchantTransaction>`${pageOf(stretch, filter, take + 1)}`;
      const items = found.slice(0, take);
      const last = items.at(-1);
      if (found.length > take && last !== undefined) {
        return { items, next: placeOf(last), lookedUntil: undefined };
      }
      const [end] = await db.rows<Place>`
        select authorized_at as at, id
        from (${stretch} offset ${LOOKED_AT_MAX - 1} limit 1) one`;
      return { items, next: end, lookedUntil: end?.at };
    });
  }
}

/** The newest of a stretch that the filter lets through. */
export function pageOf(stretch: Sql, filter: TransactionFilter, most: number): Sql {
  return sql`select ${MERCHANT_TRANSACTION_COLUMNS} from (${stretch} limit ${LOOKED_AT_MAX}) one
    where ${allConditions(conditionsOf(filter))}
    order by one.authorized_at desc, one.id desc limit ${most}`;
}

function placeOf({ authorizedAt, id }: MerchantTransaction): Place {
  return { at: authorizedAt, id };
}

/**
 * In the order of the index that is made for it, from one end of the time to the other. Without an
 * end there is one all the same: that index serves conditions on the time alone.
 */
export function stretchOf(
  accountId: string,
  filter: TransactionFilter,
  after: Place | undefined,
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

function conditionsOf(filter: TransactionFilter): Sql[] {
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
