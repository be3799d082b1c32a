/** Has the payment core charge the card of a sale that is written down, and ends the sale. */
import type { Account } from "../../accounts/account-store.ts";
import type { PaymentOutcome } from "../../payments/answer.ts";
import { pay } from "../../payments/pay.ts";
import type { CardPayment } from "../../payments/payment-request.ts";
import type { PosCore } from "../pos.ts";
import { endSale, type SaleOutcome, saleOutcome, withdrawSale } from "./end-sale.ts";
import type { Sale } from "./sale.ts";

/** Undefined: nothing was ever begun, and the sale has been withdrawn meanwhile. */
export async function payForSale(
  pos: PosCore,
  account: Account,
  sale: Sale,
): Promise<SaleOutcome | undefined> {
  const outcome = await pay(pos.payments, account, paymentOf(sale));
  switch (outcome.kind) {
    case "answered":
      return saleOutcome(await endSale(pos, account, sale, outcome.answer));
    case "unknown":
      return saleOutcome(sale);
    case "too_many":
    case "refused":
      return giveUp(pos, account, sale, outcome);
  }
}

/** Made of the sale alone, so that asking again asks for the same. */
function paymentOf(sale: Sale): CardPayment {
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
    // The point of sale writes receipts of its own, with the lines.
    sendsCustomerReceipt: false,
    sendsMerchantReceipt: false,
  };
}

type NotBegun = Extract<PaymentOutcome, { readonly kind: "refused" | "too_many" }>;

async function giveUp(
  pos: PosCore,
  account: Account,
  sale: Sale,
  outcome: NotBegun,
): Promise<SaleOutcome | undefined> {
  if (!(await withdrawSale(pos, account, sale))) return saleOutcome(sale);
  if (outcome.kind === "too_many") return { kind: "too_many" };
  // Somebody else withdrew it first: a repetition begins anew.
  if (outcome.why === "id_never_issued") return undefined;
  return { kind: "refused", errors: [{ kind: "token", why: "not_fit" }] };
}
