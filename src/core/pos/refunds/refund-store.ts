/** Writes refunds and reserves their amounts. Works inside the account's scope. */
import type { Database } from "../../../db/database.ts";
import type { Cents } from "../../../values/money.ts";
import type { RefundStatus } from "../sales/sale.ts";

export interface NewRefund {
  readonly saleId: string;
  readonly userId: string;
  readonly status: "pending" | "completed";
  readonly amountCents: Cents;
  readonly lineIds: readonly string[];
  readonly transactionId: string | null;
  readonly createdAt: Temporal.Instant;
  readonly leaseUntil: Temporal.Instant | null;
}

export interface RefundEnd {
  readonly saleId: string;
  readonly refundId: string;
  readonly status: Exclude<RefundStatus, "pending">;
  readonly message: string | undefined;
}

export class RefundStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  /** Reserves the amount and the lines. Throws if that would exceed what was paid. */
  async addRefund(refund: NewRefund): Promise<string> {
    const { saleId, amountCents } = refund;
    const [row] = await this.#db.rows<{ id: string }>`
      insert into pos_refunds (account_id, sale_id, user_id, status, amount_cents, transaction_id,
        created_at, updated_at, lease_until)
      values (${this.#accountId}, ${saleId}, ${refund.userId}, ${refund.status}, ${amountCents},
        ${refund.transactionId}, ${refund.createdAt}, ${refund.createdAt}, ${refund.leaseUntil})
      returning id`;
    const id = row?.id ?? "";
    const reserved = await this.#db.count`
      update pos_sales set refunded_cents = refunded_cents + ${amountCents}
      where account_id = ${this.#accountId} and id = ${saleId}
        and refunded_cents + ${amountCents} <= total_cents`;
    const taken = await this.#db.count`
      update pos_sale_lines set refund_id = ${id}
      where account_id = ${this.#accountId} and sale_id = ${saleId}
        and id = any (${refund.lineIds}::bigint[]) and refund_id is null`;
    if (reserved !== 1 || taken !== refund.lineIds.length) {
      throw new Error("The sale has changed since the refund was checked.");
    }
    return id;
  }

  /** Returns false if the refund has ended already. */
  async endRefund({ saleId, refundId, status, message }: RefundEnd, now: Temporal.Instant) {
    const ended = await this.#db.count`
      update pos_refunds set status = ${status}, message = ${message}, updated_at = ${now},
        lease_until = null
      where account_id = ${this.#accountId} and sale_id = ${saleId} and id = ${refundId}
        and status = 'pending'`;
    return ended === 1;
  }

  /** Releases the reserved amount and lines of a refund that failed. */
  async releaseRefund(saleId: string, refundId: string, amountCents: Cents): Promise<void> {
    await this.#db.rows`
      update pos_sale_lines set refund_id = null
      where account_id = ${this.#accountId} and sale_id = ${saleId} and refund_id = ${refundId}`;
    await this.#db.rows`
      update pos_sales set refunded_cents = refunded_cents - ${amountCents}
      where account_id = ${this.#accountId} and id = ${saleId}`;
  }

  /** Deletes a pending refund. Returns false if it has ended already. */
  async withdrawRefund(saleId: string, refundId: string): Promise<boolean> {
    const withdrawn = await this.#db.count`
      delete from pos_refunds where account_id = ${this.#accountId} and sale_id = ${saleId}
        and id = ${refundId} and status = 'pending'`;
    return withdrawn === 1;
  }

  async postponeRefund(
    saleId: string,
    refundId: string,
    leaseUntil: Temporal.Instant,
  ): Promise<void> {
    await this.#db.rows`
      update pos_refunds set lease_until = ${leaseUntil}
      where account_id = ${this.#accountId} and sale_id = ${saleId} and id = ${refundId}
        and status = 'pending'`;
  }

  /** Sets the sale's status from its completed refunds. */
  async settleStatus(saleId: string, now: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      update pos_sales sale set updated_at = ${now}, status = case done.cents
        when 0 then 'completed' when sale.total_cents then 'refunded' else 'partially_refunded' end
      from (
        select coalesce(sum(amount_cents), 0) as cents from pos_refunds
        where account_id = ${this.#accountId} and sale_id = ${saleId} and status = 'completed'
      ) done
      where sale.account_id = ${this.#accountId} and sale.id = ${saleId}`;
  }
}
