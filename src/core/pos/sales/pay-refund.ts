/** Has the payment core give back what a refund has reserved, and ends the refund. */
import type { Account } from "../../accounts/account-store.ts";
import { pay } from "../../payments/pay.ts";
import type { Refund } from "../../payments/payment-request.ts";
import type { PosCore } from "../pos.ts";
import { endRefund, type RefundOutcome, refundOutcome, withdrawRefund } from "./end-refund.ts";
import type { Sale, SaleRefund } from "./sale.ts";

/** Undefined: nothing was ever begun, and the refund has been withdrawn meanwhile. */
export async function payRefund(
  pos: PosCore,
  account: Account,
  sale: Sale,
  refundId: string,
): Promise<RefundOutcome | undefined> {
  const refund = sale.refunds.find(({ id }) => id === refundId);
  if (refund === undefined) return undefined;
  const outcome = await pay(pos.payments, account, requestOf(sale, refund));
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

/** Made of sale and refund alone, so that asking again asks for the same. */
function requestOf(sale: Sale, refund: SaleRefund): Refund {
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
