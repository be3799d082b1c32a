/** Removes old point-of-sale sales with their lines, refunds, photos and search terms. */
import type { Database } from "../../db/database.ts";

interface OldSales {
  readonly accounts: readonly string[];
  readonly ids: readonly string[];
}

export class OldSaleStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Removes some sales in the caller's transaction. Pending sales are kept. */
  async dropSales(before: Temporal.Instant, most: number): Promise<number> {
    const old = await this.#find(before, most);
    if (old.ids.length === 0) return 0;
    const terms = await this.#termsOf(old);
    await this.#dropPhotos(old);
    const count = await this.#db.count`
      delete from pos_sales sale
      using unnest(${old.accounts}::bigint[], ${old.ids}::bigint[]) as old (account_id, id)
      where sale.account_id = old.account_id and sale.id = old.id`;
    await this.#dropTerms(terms);
    return count;
  }

  async #find(before: Temporal.Instant, most: number): Promise<OldSales> {
    const rows = await this.#db.rows<{ account_id: string; id: string }>`
      select account_id, id from pos_sales
      where created_at < ${before} and status <> 'pending' limit ${most} for update skip locked`;
    return { accounts: rows.map(({ account_id }) => account_id), ids: rows.map(({ id }) => id) };
  }

  async #termsOf({ accounts, ids }: OldSales): Promise<OldSales> {
    const rows = await this.#db.rows<{ account_id: string; term_id: string }>`
      select distinct own.account_id, own.term_id
      from unnest(${accounts}::bigint[], ${ids}::bigint[]) as old (account_id, id)
        join pos_sale_terms own on own.account_id = old.account_id and own.sale_id = old.id`;
    return {
      accounts: rows.map(({ account_id }) => account_id),
      ids: rows.map(({ term_id }) => term_id),
    };
  }

  async #dropPhotos({ accounts, ids }: OldSales): Promise<void> {
    await this.#db.rows`
      delete from pos_photos photo
      using unnest(${accounts}::bigint[], ${ids}::bigint[]) as old (account_id, id)
        join pos_sale_lines line on line.account_id = old.account_id and line.sale_id = old.id
      where photo.account_id = line.account_id and photo.id = line.photo_id`;
  }

  /** Search terms that no sale uses any more. */
  async #dropTerms({ accounts, ids }: OldSales): Promise<void> {
    await this.#db.rows`
      delete from pos_terms term
      using unnest(${accounts}::bigint[], ${ids}::bigint[]) as old (account_id, id)
      where term.account_id = old.account_id and term.id = old.id and not exists (
        select from pos_sale_terms own
        where own.account_id = term.account_id and own.term_id = term.id)`;
  }
}
