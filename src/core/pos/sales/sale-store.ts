/** Adds, ends and withdraws sales. Works inside the account's scope. */
import type { Database } from "../../../db/database.ts";
import type { Cents } from "../../../values/money.ts";
import type { SaleHead, SaleStatus } from "./sale.ts";

export type NewSale = Omit<
  SaleHead,
  "id" | "refundedCents" | "cardBrand" | "last4" | "message" | "updatedAt"
>;

export interface NewLine {
  readonly itemId: string | undefined;
  readonly canonicalId: string | undefined;
  readonly categoryId: string | null;
  readonly name: string;
  readonly priceCents: Cents;
  readonly quantity: number;
  readonly notes: string;
  readonly photoId: string | undefined;
  readonly taxRateIds: readonly string[];
  readonly shareCents: Cents;
}

export interface SaleEnd {
  readonly status: SaleStatus;
  readonly cardBrand: string | undefined;
  readonly last4: string | undefined;
  readonly message: string | undefined;
}

export class SaleStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  async addSale(sale: NewSale): Promise<string> {
    const [row] = await this.#db.rows<{ id: string }>`
      insert into pos_sales (account_id, user_id, cashier, status, subtotal_cents, discount_cents,
        tax_cents, tip_cents, total_cents, currency, taxes, customer_email, merchant_email,
        token_id, transaction_id, created_at, updated_at, lease_until)
      values (${this.#accountId}, ${sale.userId}, ${sale.cashier}, ${sale.status},
        ${sale.subtotalCents}, ${sale.discountCents}, ${sale.taxCents}, ${sale.tipCents},
        ${sale.totalCents}, ${sale.currency}, ${JSON.stringify(sale.taxes)},
        ${sale.customerEmail}, ${sale.merchantEmail}, ${sale.tokenId}, ${sale.transactionId},
        ${sale.createdAt}, ${sale.createdAt}, ${sale.leaseUntil})
      returning id`;
    return row?.id ?? "";
  }

  /** Ids increase in the order of the lines. */
  async addLines(
    saleId: string,
    lines: readonly NewLine[],
    createdAt: Temporal.Instant,
  ): Promise<void> {
    await this.#db.rows`
      insert into pos_sale_lines (account_id, sale_id, item_id, canonical_id, category_id, name,
        price_cents, quantity, notes, photo_id, tax_rate_ids, share_cents, created_at)
      select ${this.#accountId}, ${saleId}, "itemId", "canonicalId", "categoryId", name,
        "priceCents", quantity, notes, "photoId",
        array(select json_array_elements_text("taxRateIds")::bigint), "shareCents",
        ${createdAt}::timestamptz
      from json_to_recordset(${JSON.stringify(lines)}::json) as line ("itemId" bigint,
        "canonicalId" bigint, "categoryId" bigint, name text, "priceCents" integer,
        quantity integer, notes text, "photoId" bigint, "taxRateIds" json,
        "shareCents" integer)`;
  }

  /** Returns false if the sale has ended already. */
  async endSale(id: string, end: SaleEnd, now: Temporal.Instant): Promise<boolean> {
    const ended = await this.#db.count`
      update pos_sales set status = ${end.status}, card_brand = ${end.cardBrand},
        last4 = ${end.last4}, message = ${end.message}, updated_at = ${now}, lease_until = null
      where account_id = ${this.#accountId} and id = ${id} and status = 'pending'`;
    return ended === 1;
  }

  async postponeSale(id: string, leaseUntil: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      update pos_sales set lease_until = ${leaseUntil}
      where account_id = ${this.#accountId} and id = ${id} and status = 'pending'`;
  }

  /** Deletes a pending sale with its lines, search terms, key and photos. */
  async withdrawSale(id: string): Promise<void> {
    await this.#db.rows`
      delete from pos_photos where account_id = ${this.#accountId} and id in (
        select photo_id from pos_sale_lines
        where account_id = ${this.#accountId} and sale_id = ${id} and photo_id is not null)`;
    await this.#db.rows`
      delete from pos_sales
      where account_id = ${this.#accountId} and id = ${id} and status = 'pending'`;
  }
}
