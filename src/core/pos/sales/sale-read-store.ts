/** Reads sales with their lines and refunds. Works inside the account's scope. */
import type { Database } from "../../../db/database.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import type { Sale, SaleHead, SaleLine, SaleRefund } from "./sale.ts";

type Owned<Part> = Part & { readonly saleId: string };

const HEAD = sql`id, user_id as "userId", cashier, status, subtotal_cents as "subtotalCents",
  discount_cents as "discountCents", tax_cents as "taxCents", tip_cents as "tipCents",
  total_cents as "totalCents", refunded_cents as "refundedCents", currency, taxes,
  customer_email as "customerEmail", merchant_email as "merchantEmail", token_id as "tokenId",
  transaction_id as "transactionId", card_brand as "cardBrand", last4, message,
  created_at as "createdAt", updated_at as "updatedAt", lease_until as "leaseUntil"`;

export class SaleReadStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  async findSale(id: string): Promise<Sale | undefined> {
    const [sale] = await this.findSales([id]);
    return sale;
  }

  /** Locks the sale until the transaction ends. */
  async lockSale(id: string): Promise<Sale | undefined> {
    const [sale] = await this.#complete(await this.#heads(sql`id = ${id} for update`));
    return sale;
  }

  /** In the order of `ids`. */
  async findSales(ids: readonly string[]): Promise<readonly Sale[]> {
    const sales = await this.#complete(await this.#heads(sql`id = any (${ids}::bigint[])`));
    const byId = new Map(sales.map((sale) => [sale.id, sale]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  #heads(condition: Sql): Promise<SaleHead[]> {
    return this.#db.rows<SaleHead>`
      select ${HEAD} from pos_sales where account_id = ${this.#accountId} and ${condition}`;
  }

  async #complete(heads: readonly SaleHead[]): Promise<readonly Sale[]> {
    const ids = heads.map(({ id }) => id);
    const lines = Map.groupBy(await this.#lines(ids), ({ saleId }) => saleId);
    const refunds = Map.groupBy(await this.#refunds(ids), ({ saleId }) => saleId);
    return heads.map((head) => ({
      ...head,
      lines: lines.get(head.id) ?? [],
      refunds: refunds.get(head.id) ?? [],
    }));
  }

  #lines(saleIds: readonly string[]): Promise<Owned<SaleLine>[]> {
    return this.#db.rows<Owned<SaleLine>>`
      select sale_id as "saleId", id, item_id as "itemId", canonical_id as "canonicalId",
        category_id as "categoryId", name, price_cents as "priceCents", quantity, notes,
        photo_id as "photoId", tax_rate_ids as "taxRateIds", share_cents as "shareCents",
        refund_id as "refundId"
      from pos_sale_lines
      where account_id = ${this.#accountId} and sale_id = any (${saleIds}::bigint[])
      order by sale_id, id`;
  }

  #refunds(saleIds: readonly string[]): Promise<Owned<SaleRefund>[]> {
    return this.#db.rows<Owned<SaleRefund>>`
      select sale_id as "saleId", id, user_id as "userId", status, amount_cents as "amountCents",
        transaction_id as "transactionId", message, created_at as "createdAt"
      from pos_refunds
      where account_id = ${this.#accountId} and sale_id = any (${saleIds}::bigint[])
      order by sale_id, id`;
  }
}
