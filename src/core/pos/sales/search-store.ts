/**
 * Searches sales, newest first. Every filter has an index in the order of time, so a page is fast
 * with any filter. The count is a separate query that stops early.
 */
import type { Database } from "../../../db/database.ts";
import { allConditions, type Sql, sql } from "../../../db/sql.ts";
import type { Cents } from "../../../values/money.ts";
import { type PosPage, pageOffset } from "../page.ts";
import type { SaleStatus } from "./sale.ts";
import { startsWithText, TermStore } from "./term-store.ts";

export interface SaleFilter {
  readonly status?: SaleStatus | undefined;
  readonly userId?: string | undefined;
  readonly from?: Temporal.Instant | undefined;
  /** Exclusive. */
  readonly until?: Temporal.Instant | undefined;
  readonly minTotalCents?: Cents | undefined;
  readonly maxTotalCents?: Cents | undefined;
  readonly categoryId?: string | undefined;
  /**
   * The start of a word in a line's name or the customer's email, the last four digits of the card,
   * the sale's id or the transaction id.
   */
  readonly text?: string | undefined;
}

export const COUNTED_MAX = 10_000;
/** A text that matches more terms is in most sales, so the sales themselves are searched. */
const TERMS_MAX = 3_000;
/** The usual number of matching terms per sale. */
const TERMS_MOSTLY = 3;
/** The maximum of lines per sale. */
export const LINES_MAX = 100;
const ID = /^[1-9][0-9]{0,17}$/;

export class SearchStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  /** The ids of a page, and of the first sale after it if there is one. */
  async findSaleIds(filter: SaleFilter, page: PosPage): Promise<readonly string[]> {
    const source = await this.#source(filter, pageOffset(page) + page.perPage + 1);
    const rows = await this.#db.rows<{ id: string }>`
      select id from (${source}) found order by created_at desc, id desc
      limit ${page.perPage + 1} offset ${pageOffset(page)}`;
    return rows.map(({ id }) => id);
  }

  /** Exact up to COUNTED_MAX. COUNTED_MAX + 1 means more. */
  async countSales(filter: SaleFilter): Promise<number> {
    const most = COUNTED_MAX + 1;
    const termIds = await this.#onlyTerms(filter);
    if (termIds !== undefined) return this.#countTerms(filter, termIds, most);
    const source = await this.#source(filter, most);
    const [row] = await this.#db.rows<{ count: number }>`
      select count(*)::integer as count from (select from (${source}) found limit ${most}) counted`;
    return row?.count ?? 0;
  }

  /** Assumes few matching terms per sale first, and the maximum if that was not enough. */
  async #countTerms(filter: SaleFilter, termIds: readonly string[], most: number): Promise<number> {
    const times = allConditions(timeConditions(filter));
    for (const termsOfSale of [TERMS_MOSTLY, LINES_MAX + 2]) {
      const [row] = await this.#db.rows<{ sales: number; read: number }>`
        with held as materialized (
          select sale_id from pos_sale_terms
          where account_id = ${this.#accountId} and term_id = any (${termIds}::bigint[])
            and ${times}
          limit ${most * termsOfSale}
        )
        select (select count(*)::integer from held) as read, count(*)::integer as sales from (
          select sale_id as id from held
          union
          select id from pos_sales
          where account_id = ${this.#accountId} and ${byId(filter)} and ${times}
        ) every`;
      const { sales = 0, read = 0 } = row ?? {};
      if (sales >= most || read < most * termsOfSale) return Math.min(sales, most);
    }
    return most;
  }

  /** The newest matching sales, at least `most` if there are that many, in any order. */
  async #source(filter: SaleFilter, most: number): Promise<Sql> {
    if (filter.text === undefined) {
      return hasOnly(filter, "categoryId") ? this.#byCategory(filter, most) : this.#sales(filter);
    }
    const onlyTerms = await this.#onlyTerms(filter);
    if (onlyTerms !== undefined) return this.#byTerms(filter, onlyTerms, most);
    return this.#sales(filter, await this.#termIds(filter.text));
  }

  /** The matching terms, if the text is the only filter. */
  async #onlyTerms(filter: SaleFilter): Promise<readonly string[] | undefined> {
    if (filter.text === undefined || !hasOnly(filter, "text")) return undefined;
    return this.#termIds(filter.text);
  }

  /** Returns undefined if there are too many. */
  async #termIds(text: string): Promise<readonly string[] | undefined> {
    const ids = await new TermStore(this.#db, this.#accountId).findTermIds(text, TERMS_MAX + 1);
    return ids.length > TERMS_MAX ? undefined : ids;
  }

  #sales(filter: SaleFilter, termIds?: readonly string[]): Sql {
    const conditions = [...timeConditions(filter), ...filterConditions(filter)];
    const { text } = filter;
    if (text !== undefined) conditions.push(this.#holds(text, termIds));
    return sql`select id, created_at from pos_sales sale
      where account_id = ${this.#accountId} and ${allConditions(conditions)}`;
  }

  /** Uses the matching terms. If there are too many, checks the terms of each sale. */
  #holds(text: string, termIds: readonly string[] | undefined): Sql {
    const own = sql`own.account_id = sale.account_id and own.sale_id = sale.id`;
    const terms =
      termIds === undefined
        ? sql`exists (select from pos_sale_terms own join pos_term_starts begun
            on begun.account_id = own.account_id and begun.term_id = own.term_id
            where ${own} and ${startsWithText(text)})`
        : sql`exists (select from pos_sale_terms own
            where ${own} and own.term_id = any (${termIds}::bigint[]))`;
    return sql`(${byId({ text })} or ${terms})`;
  }

  /** The newest sales of each term, and the sale with that id. */
  #byTerms(filter: SaleFilter, termIds: readonly string[], most: number): Sql {
    const times = allConditions(timeConditions(filter));
    return sql`select distinct id, created_at from (
      select newest.sale_id as id, newest.created_at
      from unnest(${termIds}::bigint[]) as wanted (term_id)
      cross join lateral (
        select sale_id, created_at from pos_sale_terms
        where account_id = ${this.#accountId} and term_id = wanted.term_id and ${times}
        order by created_at desc, sale_id desc limit ${most}
      ) newest
      union all
      select id, created_at from pos_sales
      where account_id = ${this.#accountId} and ${byId(filter)} and ${times}
    ) every`;
  }

  #byCategory(filter: SaleFilter, most: number): Sql {
    if (filter.categoryId === undefined) return this.#sales(filter);
    return sql`select distinct sale_id as id, created_at from pos_sale_lines
      where account_id = ${this.#accountId} and category_id = ${filter.categoryId}
        and ${allConditions(timeConditions(filter))}
      order by created_at desc, sale_id desc limit ${most}`;
  }
}

/** Every index includes the time, so time filters do not matter here. */
function hasOnly(filter: SaleFilter, wanted: keyof SaleFilter): boolean {
  const { from: _from, until: _until, ...others } = filter;
  return Object.entries(others).every(([name, value]) => name === wanted || value === undefined);
}

/** The text may be the id of a sale or of its transaction. */
function byId({ text = "" }: SaleFilter): Sql {
  return ID.test(text) ? sql`(id = ${text} or transaction_id = ${text})` : sql`false`;
}

function timeConditions({ from, until }: SaleFilter): Sql[] {
  return [
    ...(from === undefined ? [] : [sql`created_at >= ${from}`]),
    ...(until === undefined ? [] : [sql`created_at < ${until}`]),
  ];
}

function filterConditions(filter: SaleFilter): Sql[] {
  const { status, userId, minTotalCents, maxTotalCents, categoryId } = filter;
  const conditions: Sql[] = [];
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  if (userId !== undefined) conditions.push(sql`user_id = ${userId}`);
  if (minTotalCents !== undefined) conditions.push(sql`total_cents >= ${minTotalCents}`);
  if (maxTotalCents !== undefined) conditions.push(sql`total_cents <= ${maxTotalCents}`);
  if (categoryId !== undefined) {
    conditions.push(sql`exists (select from pos_sale_lines line
      where line.account_id = sale.account_id and line.sale_id = sale.id
        and line.category_id = ${categoryId})`);
  }
  return conditions;
}
