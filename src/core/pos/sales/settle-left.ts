/**
 * Ends what a crash or a lost answer left pending, by asking the payment core what became of it.
 * Nothing is charged here: a sale or refund that was never begun is withdrawn.
 */
import { addMilliseconds } from "../../../values/instants.ts";
import type { Account } from "../../accounts/account-store.ts";
import { findPaymentResult } from "../../payments/payment-result.ts";
import type { PosCore } from "../pos.ts";
import { endRefund, withdrawRefund } from "./end-refund.ts";
import { endSale, withdrawSale } from "./end-sale.ts";
import type { LeftBehind, LeftStore } from "./left-store.ts";
import { RefundStore } from "./refund-store.ts";
import type { Sale } from "./sale.ts";
import { SaleReadStore } from "./sale-read-store.ts";
import { SaleStore } from "./sale-store.ts";

export interface SettleNeeds {
  readonly pos: PosCore;
  readonly left: LeftStore;
  readonly onFailure: (error: unknown) => void;
}

const AT_ONCE = 50;
/** Until the payment core may know more. */
const AGAIN_AFTER_MS = 5_000;

/** One round; gives how many it looked at. */
export async function settleLeft({ pos, left, onFailure }: SettleNeeds): Promise<number> {
  const found = await left.findAll(pos.clock.wall(), AT_ONCE);
  for (const one of found) await settleOne(pos, one).catch(onFailure);
  return found.length;
}

export async function settleOne(pos: PosCore, left: LeftBehind): Promise<void> {
  const { accountId, saleId, refundId } = left;
  const account = await pos.merchants.findAccount(accountId);
  const sale = await pos.database.within({ accountId }, (db) =>
    new SaleReadStore(db, accountId).find(saleId),
  );
  if (account === undefined || sale === undefined) return;
  const isSettled =
    refundId === null
      ? await settleSale(pos, account, sale)
      : await settleRefund(pos, account, sale, refundId);
  if (!isSettled) await postpone(pos, left);
}

async function settleSale(pos: PosCore, account: Account, sale: Sale): Promise<boolean> {
  if (sale.status !== "pending") return true;
  const became = await findPaymentResult(pos, account.id, sale.transactionId ?? "");
  if (became.kind === "open") return false;
  if (became.kind === "never_begun") return withdrawSale(pos, account, sale);
  await endSale(pos, account, sale, became.answer);
  return true;
}

async function settleRefund(
  pos: PosCore,
  account: Account,
  sale: Sale,
  refundId: string,
): Promise<boolean> {
  const refund = sale.refunds.find(({ id }) => id === refundId);
  if (refund?.status !== "pending") return true;
  const became = await findPaymentResult(pos, account.id, refund.transactionId ?? "");
  if (became.kind === "open") return false;
  if (became.kind === "never_begun") return withdrawRefund(pos, account, { sale, refund });
  await endRefund(pos, account, { sale, refund }, became.answer);
  return true;
}

async function postpone(pos: PosCore, { accountId, saleId, refundId }: LeftBehind): Promise<void> {
  const until = addMilliseconds(pos.clock.wall(), AGAIN_AFTER_MS);
  await pos.database.within({ accountId }, (db) =>
    refundId === null
      ? new SaleStore(db, accountId).postpone(saleId, until)
      : new RefundStore(db, accountId).postpone(saleId, refundId, until),
  );
}

/** Whoever looks at a sale that was left pending sees it as it is by now. */
export async function lookAgain(pos: PosCore, accountId: string, sale: Sale): Promise<boolean> {
  const now = pos.clock.wall();
  const isOver = sale.leaseUntil !== null && Temporal.Instant.compare(sale.leaseUntil, now) <= 0;
  if (sale.status !== "pending" || !isOver) return false;
  await settleOne(pos, { accountId, saleId: sale.id, refundId: null });
  return true;
}
