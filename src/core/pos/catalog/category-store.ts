/** An account's categories. Works inside the account's scope. */
import type { Database } from "../../../db/database.ts";
import { sql } from "../../../db/sql.ts";
import { type Listed, type PosPage, pageOffset, toListedPage } from "../page.ts";
import type { Category } from "./catalog.ts";
import { lockCatalog } from "./lock-catalog.ts";

const COLUMNS = sql`id, name, created_at as "createdAt", updated_at as "updatedAt"`;

export class CategoryStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  async listCategories(page: PosPage): Promise<Listed<Category>> {
    const categories = await this.#db.rows<Category>`
      select ${COLUMNS} from pos_categories where account_id = ${this.#accountId}
      order by id limit ${page.perPage + 1} offset ${pageOffset(page)}`;
    const [row] = await this.#db.rows<{ count: number }>`
      select count(*)::integer as count from pos_categories
      where account_id = ${this.#accountId}`;
    return toListedPage(categories, page, row?.count ?? 0);
  }

  async findCategory(id: string): Promise<Category | undefined> {
    const [row] = await this.#db.rows<Category>`
      select ${COLUMNS} from pos_categories where account_id = ${this.#accountId} and id = ${id}`;
    return row;
  }

  /** Locks the category against deletion until the transaction ends. False if it does not exist. */
  async lockCategory(id: string): Promise<boolean> {
    const rows = await this.#db.rows`
      select from pos_categories where account_id = ${this.#accountId} and id = ${id}
      for key share`;
    return rows.length > 0;
  }

  async addCategory(name: string, now: Temporal.Instant): Promise<Category | undefined> {
    const [row] = await this.#db.rows<Category>`
      insert into pos_categories (account_id, name, created_at, updated_at)
      values (${this.#accountId}, ${name}, ${now}, ${now}) returning ${COLUMNS}`;
    return row;
  }

  async updateCategory(
    id: string,
    name: string | undefined,
    now: Temporal.Instant,
  ): Promise<Category | undefined> {
    const [row] = await this.#db.rows<Category>`
      update pos_categories set name = coalesce(${name}, name), updated_at = ${now}
      where account_id = ${this.#accountId} and id = ${id} returning ${COLUMNS}`;
    return row;
  }

  /** The items of the category stay, without a category. */
  async removeCategory(id: string): Promise<boolean> {
    await lockCatalog(this.#db, this.#accountId);
    const removed = await this.#db.count`
      delete from pos_categories where account_id = ${this.#accountId} and id = ${id}`;
    return removed > 0;
  }
}
