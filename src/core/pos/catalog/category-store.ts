/** An account's categories. Works inside the account's scope. */
import type { Database } from "../../../db/database.ts";
import { sql } from "../../../db/sql.ts";
import { type Listed, listed, offsetOf, type Page } from "../page.ts";
import type { Category } from "./catalog.ts";
import { lockCatalog } from "./lock-store.ts";

const COLUMNS = sql`id, name, created_at as "createdAt", updated_at as "updatedAt"`;

export class CategoryStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  async list(page: Page): Promise<Listed<Category>> {
    const categories = await this.#db.rows<Category>`
      select ${COLUMNS} from pos_categories where account_id = ${this.#accountId}
      order by id limit ${page.perPage + 1} offset ${offsetOf(page)}`;
    const [row] = await this.#db.rows<{ count: number }>`
      select count(*)::integer as count from pos_categories
      where account_id = ${this.#accountId}`;
    return listed(categories, page, row?.count ?? 0);
  }

  async find(id: string): Promise<Category | undefined> {
    const [row] = await this.#db.rows<Category>`
      select ${COLUMNS} from pos_categories where account_id = ${this.#accountId} and id = ${id}`;
    return row;
  }

  /** Whether it is there. It stays until this transaction ends. */
  async hold(id: string): Promise<boolean> {
    const rows = await this.#db.rows`
      select from pos_categories where account_id = ${this.#accountId} and id = ${id}
      for key share`;
    return rows.length > 0;
  }

  async add(name: string, now: Temporal.Instant): Promise<Category | undefined> {
    const [row] = await this.#db.rows<Category>`
      insert into pos_categories (account_id, name, created_at, updated_at)
      values (${this.#accountId}, ${name}, ${now}, ${now}) returning ${COLUMNS}`;
    return row;
  }

  async update(
    id: string,
    name: string | undefined,
    now: Temporal.Instant,
  ): Promise<Category | undefined> {
    const [row] = await this.#db.rows<Category>`
      update pos_categories set name = coalesce(${name}, name), updated_at = ${now}
      where account_id = ${this.#accountId} and id = ${id} returning ${COLUMNS}`;
    return row;
  }

  /** Its items are then without one. */
  async remove(id: string): Promise<boolean> {
    await lockCatalog(this.#db, this.#accountId);
    const removed = await this.#db.count`
      delete from pos_categories where account_id = ${this.#accountId} and id = ${id}`;
    return removed > 0;
  }
}
