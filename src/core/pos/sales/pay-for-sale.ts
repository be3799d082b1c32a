/** Charges the card of a stored sale through the payment core, and ends the sale. */
import type { Account } from "../../accounts/account-store.ts";
import type { PaymentOutcome } from "../../payments/answer.ts";
import { pay } from "../../payments/pay.ts";
import type { CardPayment } from "../../payments/payment-request.ts";
import type { PosCore } from "../pos.ts";
import { endSale, type SaleOutcome, saleOutcome, withdrawSale } from "./end-sale.ts";
import type { Sale } from "./sale.ts";

/** Returns undefined if another process has withdrawn the sale before any payment started. */
export async function payForSale(
  pos: PosCore,
  account: Account,
  sale: Sale,
): Promise<SaleOutcome | undefined> {
  const outcome = await pay(pos.payments, account, toPayment(sale));
  switch (outcome.kind) {
    case "answered":
      return saleOutcome(await endSale(pos, account, sale, outcome.answer));
    case "unknown":
      return saleOutcome(sale);
    case "too_many":
    case "refused":
      return withdrawUnpaid(pos, account, sale, outcome);
  }
}

/** Built from the sale only, so that a repetition is the same request. */
function toPayment(sale: Sale): CardPayment {
  return {
    type: "SALE",
    amount: sale.totalCents,
    source: {
      kind: "token",
      tokenId: sale.tokenId ?? "",
      expiration: undefined,
      verification: undefined,
    },
    transactionId: sale.transactionId ?? undefined,
    idempotencyKey: undefined,
    authorizationCode: undefined,
    allowsPartial: false,
    ignoresAvs: false,
    ignoresCvv: false,
    details: {
      cashier: sale.cashier,
      customId: `POS sale ${sale.id}`,
      description: `Sale ${sale.id} at the point of sale`,
      email: sale.customerEmail ?? undefined,
    },
    // The point of sale sends its own receipts with the lines.
    sendsCustomerReceipt: false,
    sendsMerchantReceipt: false,
  };
}

type NotBegun = Extract<PaymentOutcome, { readonly kind: "refused" | "too_many" }>;

async function withdrawUnpaid(
  pos: PosCore,
  account: Account,
  sale: Sale,
  outcome: NotBegun,
): Promise<SaleOutcome | undefined> {
  if (!(await withdrawSale(pos, account, sale))) return saleOutcome(sale);
  if (outcome.kind === "too_many") return { kind: "too_many" };
  // Another process withdrew it first. The caller starts again.
  if (outcome.why === "id_never_issued") return undefined;
  return { kind: "refused", errors: [{ kind: "token", why: "not_fit" }] };
}
