/** Refunds the reserved amount through the payment core, and ends the refund. */
import type { Account } from "../../accounts/account-store.ts";
import { pay } from "../../payments/pay.ts";
import type { Refund } from "../../payments/payment-request.ts";
import type { PosCore } from "../pos.ts";
import type { Sale, SaleRefund } from "../sales/sale.ts";
import { endRefund, type RefundOutcome, refundOutcome, withdrawRefund } from "./end-refund.ts";

/** Returns undefined if another process has withdrawn the refund before any payment started. */
export async function payRefund(
  pos: PosCore,
  account: Account,
  sale: Sale,
  refundId: string,
): Promise<RefundOutcome | undefined> {
  const refund = sale.refunds.find(({ id }) => id === refundId);
  if (refund === undefined) return undefined;
  const outcome = await pay(pos.payments, account, toRefundRequest(sale, refund));
  switch (outcome.kind) {
    case "answered":
      return refundOutcome(
        await endRefund(pos, account, { sale, refund }, outcome.answer),
        refundId,
      );
    case "unknown":
      return { kind: "pending", sale };
    case "too_many":
      return (await withdrawRefund(pos, account, { sale, refund }))
        ? { kind: "too_many" }
        : { kind: "pending", sale };
    case "refused":
      if (!(await withdrawRefund(pos, account, { sale, refund }))) return { kind: "pending", sale };
      if (outcome.why === "id_never_issued") return undefined;
      return { kind: "refused", error: { kind: "gateway_refuses" } };
  }
}

/** Built from the sale and the refund only, so that a repetition is the same request. */
function toRefundRequest(sale: Sale, refund: SaleRefund): Refund {
  return {
    type: "REFUND",
    originalId: sale.transactionId ?? "",
    amount: refund.amountCents,
    transactionId: refund.transactionId ?? undefined,
    idempotencyKey: undefined,
    details: { description: `Refund ${refund.id} of sale ${sale.id} at the point of sale` },
    sendsCustomerReceipt: false,
    sendsMerchantReceipt: false,
  };
}
