/** Versioned items and the tax rates of each version. Works inside the account's scope. */
import type { Database } from "../../../db/database.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { type Listed, type PosPage, pageOffset, toListedPage } from "../page.ts";
import type { Item } from "./catalog.ts";
import { lockCatalog } from "./lock-catalog.ts";

export type NewItem = Omit<Item, "id" | "canonicalId">;

const COLUMNS = sql`item.id, canonical_id as "canonicalId", name, price_cents as "priceCents",
  category_id as "categoryId", photo_id as "photoId", array(
    select rate.tax_rate_id::text from pos_item_tax_rates rate
    where rate.account_id = item.account_id and rate.item_id = item.id
    order by rate.tax_rate_id) as "taxRateIds"`;

export class ItemStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  async listItems(page: PosPage): Promise<Listed<Item>> {
    const items = await this.#select(sql`state = 'current'
      order by canonical_id limit ${page.perPage + 1} offset ${pageOffset(page)}`);
    const [row] = await this.#db.rows<{ count: number }>`
      select count(*)::integer as count from pos_items
      where account_id = ${this.#accountId} and state = 'current'`;
    return toListedPage(items, page, row?.count ?? 0);
  }

  /** Any version of an item that is not deleted. */
  async findItem(id: string): Promise<Item | undefined> {
    const [item] = await this.#select(sql`state <> 'deleted' and item.id = ${id}`);
    return item;
  }

  /** Versions by id, and the current versions by canonical id. */
  findItems(ids: readonly string[], canonicalIds: readonly string[]): Promise<readonly Item[]> {
    return this.#select(sql`state <> 'deleted' and (item.id = any (${ids}::bigint[])
      or canonical_id = any (${canonicalIds}::bigint[]) and state = 'current')`);
  }

  /** Locks and returns the current version of an item, given the id of any version. */
  async lockCurrentVersion(id: string): Promise<Item | undefined> {
    await lockCatalog(this.#db, this.#accountId);
    const [item] = await this.#select(sql`state = 'current' and canonical_id = (
      select named.canonical_id from pos_items named
      where named.account_id = ${this.#accountId} and named.id = ${id})`);
    return item;
  }

  /** Adds a new item, or with a canonical id a new version of it. */
  async addItem(item: NewItem, now: Temporal.Instant, canonicalId?: string): Promise<string> {
    const [row] = await this.#db.rows<{ id: string }>`
      with next as (select nextval(pg_get_serial_sequence('pos_items', 'id')) as id)
      insert into pos_items (account_id, id, canonical_id, state, name, price_cents, category_id,
        photo_id, created_at)
      overriding system value
      select ${this.#accountId}, next.id, coalesce(${canonicalId}::bigint, next.id), 'current',
        ${item.name}, ${item.priceCents}::integer, ${item.categoryId}::bigint,
        ${item.photoId}::bigint, ${now}::timestamptz
      from next
      returning id`;
    const id = row?.id ?? "";
    await this.#setRates(id, item.taxRateIds);
    return id;
  }

  /** Changes the fields that do not make a new version. */
  async updateItem(
    id: string,
    { categoryId, photoId, taxRateIds }: Pick<Item, "categoryId" | "photoId" | "taxRateIds">,
  ): Promise<void> {
    await this.#db.rows`
      update pos_items set category_id = ${categoryId}, photo_id = ${photoId}
      where account_id = ${this.#accountId} and id = ${id}`;
    await this.#db.rows`
      delete from pos_item_tax_rates where account_id = ${this.#accountId} and item_id = ${id}`;
    await this.#setRates(id, taxRateIds);
  }

  async markReplaced(id: string): Promise<void> {
    await this.#db.rows`
      update pos_items set state = 'replaced'
      where account_id = ${this.#accountId} and id = ${id}`;
  }

  /** Deletes all versions. Sales have their own copy of what was sold. */
  async removeVersions(canonicalId: string): Promise<void> {
    await this.#db.rows`
      update pos_items set state = 'deleted'
      where account_id = ${this.#accountId} and canonical_id = ${canonicalId}`;
  }

  #select(condition: Sql): Promise<Item[]> {
    return this.#db.rows<Item>`
      select ${COLUMNS} from pos_items item
      where item.account_id = ${this.#accountId} and ${condition}`;
  }

  async #setRates(id: string, taxRateIds: readonly string[]): Promise<void> {
    await this.#db.rows`
      insert into pos_item_tax_rates (account_id, item_id, tax_rate_id)
      select ${this.#accountId}, ${id}, rate from unnest(${taxRateIds}::bigint[]) rate`;
  }
}
