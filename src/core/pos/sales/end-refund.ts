/** How a refund ends: with the payment core's answer, or as if it had never been. */
import type { Account } from "../../accounts/account-store.ts";
import type { Answer } from "../../payments/answer.ts";
import { findPaymentResult } from "../../payments/payment-result.ts";
import type { PosCore } from "../pos.ts";
import type { RefundError } from "./judge-refund.ts";
import { KeyStore } from "./key-store.ts";
import { RefundStore } from "./refund-store.ts";
import type { RefundStatus, Sale, SaleRefund } from "./sale.ts";
import { SaleReadStore } from "./sale-read-store.ts";

export type RefundOutcome =
  | {
      readonly kind: "refunded" | "declined" | "not_sent" | "pending";
      /** As it is after the refund. */
      readonly sale: Sale;
      readonly message?: string | undefined;
      /** The same was asked for before. */
      readonly isReplay?: boolean;
    }
  | { readonly kind: "refused"; readonly error: RefundError }
  | { readonly kind: "not_found" | "forbidden" | "key_reused" | "too_many" };

const STATUS = { approved: "completed", declined: "declined", not_sent: "failed" } as const;
const OUTCOME = {
  pending: "pending",
  completed: "refunded",
  declined: "declined",
  failed: "not_sent",
} as const satisfies Record<RefundStatus, string>;

export function refundOutcome(sale: Sale, refundId: string): RefundOutcome {
  const refund = sale.refunds.find(({ id }) => id === refundId);
  const kind = OUTCOME[refund?.status ?? "pending"];
  return { kind, sale, message: refund?.message ?? undefined };
}

export interface RefundOfSale {
  readonly sale: Pick<Sale, "id">;
  readonly refund: SaleRefund;
}

/** Whoever comes second finds it ended. Gives the sale as it is then. */
export function endRefund(
  pos: PosCore,
  account: Account,
  { sale, refund }: RefundOfSale,
  answer: Answer,
): Promise<Sale> {
  const { id: accountId } = account;
  return pos.database.within({ accountId }, async (db) => {
    const reads = new SaleReadStore(db, accountId);
    const locked = await reads.lock(sale.id);
    if (locked === undefined) throw new Error("the sale of a refund is gone");
    const refunds = new RefundStore(db, accountId);
    const status = STATUS[answer.outcome];
    const end = { saleId: sale.id, refundId: refund.id, status, message: answer.message };
    const now = pos.clock.business();
    if (!(await refunds.end(end, now))) return locked;
    if (status !== "completed") await refunds.release(sale.id, refund.id, refund.amountCents);
    await refunds.settleStatus(sale.id, now);
    return (await reads.find(sale.id)) ?? locked;
  });
}

/** False: something was begun with its id after all. */
export async function withdrawRefund(
  pos: PosCore,
  account: Account,
  { sale, refund }: RefundOfSale,
): Promise<boolean> {
  const { id: accountId } = account;
  const became = await findPaymentResult(pos, accountId, refund.transactionId ?? "");
  if (became.kind !== "never_begun") return false;
  await pos.database.within({ accountId }, async (db) => {
    await new SaleReadStore(db, accountId).lock(sale.id);
    const refunds = new RefundStore(db, accountId);
    if (!(await refunds.withdraw(sale.id, refund.id))) return;
    await refunds.release(sale.id, refund.id, refund.amountCents);
    await new KeyStore(db, accountId).releaseRefund(sale.id, refund.id);
  });
  return true;
}
