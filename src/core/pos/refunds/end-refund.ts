/** Ends a refund with the payment core's answer, or withdraws it. */
import type { Account } from "../../accounts/account-store.ts";
import type { Answer } from "../../payments/answer.ts";
import { findPaymentResult } from "../../payments/payment-result.ts";
import type { PosCore } from "../pos.ts";
import { KeyStore } from "../sales/key-store.ts";
import type { RefundStatus, Sale, SaleRefund } from "../sales/sale.ts";
import { SaleReadStore } from "../sales/sale-read-store.ts";
import type { RefundError } from "./check-refund.ts";
import { RefundStore } from "./refund-store.ts";

export type RefundOutcome =
  | {
      readonly kind: "refunded" | "declined" | "not_sent" | "pending";
      /** The sale after the refund. */
      readonly sale: Sale;
      readonly message?: string | undefined;
      /** Whether this is the result of an identical earlier request. */
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

/** Does nothing if the refund has ended already. Returns the sale afterwards. */
export function endRefund(
  pos: PosCore,
  account: Account,
  { sale, refund }: RefundOfSale,
  answer: Answer,
): Promise<Sale> {
  const { id: accountId } = account;
  return pos.database.within({ accountId }, async (db) => {
    const reads = new SaleReadStore(db, accountId);
    const locked = await reads.lockSale(sale.id);
    if (locked === undefined) throw new Error("The sale of the refund was not found.");
    const refunds = new RefundStore(db, accountId);
    const status = STATUS[answer.outcome];
    const end = { saleId: sale.id, refundId: refund.id, status, message: answer.message };
    const now = pos.clock.business();
    if (!(await refunds.endRefund(end, now))) return locked;
    if (status !== "completed") await refunds.releaseRefund(sale.id, refund.id, refund.amountCents);
    await refunds.settleStatus(sale.id, now);
    return (await reads.findSale(sale.id)) ?? locked;
  });
}

/** Returns false if a payment was started with the refund's transaction id. */
export async function withdrawRefund(
  pos: PosCore,
  account: Account,
  { sale, refund }: RefundOfSale,
): Promise<boolean> {
  const { id: accountId } = account;
  const became = await findPaymentResult(pos, accountId, refund.transactionId ?? "");
  if (became.kind !== "never_begun") return false;
  await pos.database.within({ accountId }, async (db) => {
    await new SaleReadStore(db, accountId).lockSale(sale.id);
    const refunds = new RefundStore(db, accountId);
    if (!(await refunds.withdrawRefund(sale.id, refund.id))) return;
    await refunds.releaseRefund(sale.id, refund.id, refund.amountCents);
    await new KeyStore(db, accountId).releaseRefund(sale.id, refund.id);
  });
  return true;
}
