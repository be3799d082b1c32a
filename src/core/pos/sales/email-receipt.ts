/** Emails the receipt of a sale. */
import type { PosCore } from "../pos.ts";
import { type Shop, sendReceipt } from "./receipts.ts";
import { isPaid } from "./sale.ts";
import { SaleReadStore } from "./sale-read-store.ts";

export function emailReceipt(
  pos: PosCore,
  account: Shop,
  { saleId, to }: { readonly saleId: string; readonly to: string },
): Promise<"sent" | "not_found" | "not_paid"> {
  const { id: accountId } = account;
  return pos.database.within({ accountId }, async (db) => {
    const sale = await new SaleReadStore(db, accountId).findSale(saleId);
    if (sale === undefined) return "not_found";
    if (!isPaid(sale)) return "not_paid";
    await sendReceipt(pos, db, { account, sale, to });
    return "sent";
  });
}
