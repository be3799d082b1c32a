/** An account's tax rates. Works inside the account's scope. */
import type { Database } from "../../../db/database.ts";
import { sql } from "../../../db/sql.ts";
import type { PercentE4 } from "../../../values/percent.ts";
import { type Listed, type PosPage, pageOffset, toListedPage } from "../page.ts";
import type { TaxRate } from "./catalog.ts";
import { lockCatalog } from "./lock-catalog.ts";

const COLUMNS = sql`id, name, percent_e4 as "percentE4"`;

export class TaxRateStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  async listTaxRates(page: PosPage): Promise<Listed<TaxRate>> {
    const rates = await this.#db.rows<TaxRate>`
      select ${COLUMNS} from pos_tax_rates where account_id = ${this.#accountId}
      order by id limit ${page.perPage + 1} offset ${pageOffset(page)}`;
    const [row] = await this.#db.rows<{ count: number }>`
      select count(*)::integer as count from pos_tax_rates where account_id = ${this.#accountId}`;
    return toListedPage(rates, page, row?.count ?? 0);
  }

  async findTaxRate(id: string): Promise<TaxRate | undefined> {
    const [row] = await this.#db.rows<TaxRate>`
      select ${COLUMNS} from pos_tax_rates where account_id = ${this.#accountId} and id = ${id}`;
    return row;
  }

  /** Locks the rates that exist against deletion until the transaction ends. */
  lockTaxRates(ids: readonly string[]): Promise<readonly TaxRate[]> {
    return this.#db.rows<TaxRate>`
      select ${COLUMNS} from pos_tax_rates
      where account_id = ${this.#accountId} and id = any (${ids}::bigint[])
      order by id for key share`;
  }

  async addTaxRate(name: string, percentE4: PercentE4): Promise<TaxRate | undefined> {
    const [row] = await this.#db.rows<TaxRate>`
      insert into pos_tax_rates (account_id, name, percent_e4)
      values (${this.#accountId}, ${name}, ${percentE4}) returning ${COLUMNS}`;
    return row;
  }

  async updateTaxRate(
    id: string,
    name: string | undefined,
    percentE4: PercentE4 | undefined,
  ): Promise<TaxRate | undefined> {
    const [row] = await this.#db.rows<TaxRate>`
      update pos_tax_rates set name = coalesce(${name}, name),
        percent_e4 = coalesce(${percentE4}, percent_e4)
      where account_id = ${this.#accountId} and id = ${id} returning ${COLUMNS}`;
    return row;
  }

  /** Removes the rate from all items. Sales keep their own copy of it. */
  async removeTaxRate(id: string): Promise<boolean> {
    await lockCatalog(this.#db, this.#accountId);
    const removed = await this.#db.count`
      delete from pos_tax_rates where account_id = ${this.#accountId} and id = ${id}`;
    return removed > 0;
  }
}
