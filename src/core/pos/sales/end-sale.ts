/** Ends a card sale with the payment core's answer, or withdraws it. */
import type { Account } from "../../accounts/account-store.ts";
import type { Answer } from "../../payments/answer.ts";
import { findPaymentResult } from "../../payments/payment-result.ts";
import type { PosCore } from "../pos.ts";
import { sendReceipts } from "./receipts.ts";
import { isPaid, type Sale, type SaleStatus } from "./sale.ts";
import type { SaleError } from "./sale-order.ts";
import { SaleReadStore } from "./sale-read-store.ts";
import { SaleStore } from "./sale-store.ts";
import { TermStore } from "./term-store.ts";

export type SaleOutcome =
  | {
      readonly kind: "sold" | "declined" | "not_sent" | "pending";
      readonly sale: Sale;
      /** Whether this is the result of an identical earlier request. */
      readonly isReplay?: boolean;
    }
  | { readonly kind: "refused"; readonly errors: readonly SaleError[] }
  /** The key was used for another request. */
  | { readonly kind: "key_reused" }
  | { readonly kind: "too_many" };

export type SaleResult = Extract<SaleOutcome, { readonly sale: Sale }>;

const STATUS: Readonly<Record<Answer["outcome"], SaleStatus>> = {
  approved: "completed",
  declined: "declined",
  not_sent: "failed",
};

export function saleOutcome(sale: Sale): SaleResult {
  if (isPaid(sale)) return { kind: "sold", sale };
  const { status } = sale;
  if (status === "declined") return { kind: "declined", sale };
  return { kind: status === "failed" ? "not_sent" : "pending", sale };
}

/** Does nothing if the sale has ended already. Returns the sale afterwards. */
export function endSale(pos: PosCore, account: Account, sale: Sale, answer: Answer): Promise<Sale> {
  const { id: accountId } = account;
  return pos.database.within({ accountId }, async (db) => {
    const end = {
      status: STATUS[answer.outcome],
      cardBrand: answer.cardBrand,
      last4: answer.last4,
      message: answer.message,
    };
    const isOurs = await new SaleStore(db, accountId).endSale(sale.id, end, pos.clock.business());
    const ended = (await new SaleReadStore(db, accountId).findSale(sale.id)) ?? sale;
    if (!isOurs) return ended;
    await new TermStore(db, accountId).addTerms(sale.id, sale.createdAt, [answer.last4 ?? ""]);
    if (isPaid(ended)) await sendReceipts(pos, db, { account, sale: ended });
    return ended;
  });
}

/** Returns false if a payment was started with the sale's transaction id. */
export async function withdrawSale(pos: PosCore, account: Account, sale: Sale): Promise<boolean> {
  const became = await findPaymentResult(pos, account.id, sale.transactionId ?? "");
  if (became.kind !== "never_begun") return false;
  const { id: accountId } = account;
  await pos.database.within({ accountId }, (db) =>
    new SaleStore(db, accountId).withdrawSale(sale.id),
  );
  return true;
}
