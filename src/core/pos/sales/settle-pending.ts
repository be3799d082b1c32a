/**
 * Ends sales and refunds that a crash left pending, by asking the payment core for the result.
 * Nothing is charged here: without a payment, the sale or refund is withdrawn.
 */
import { addMilliseconds } from "../../../values/instants.ts";
import type { Account } from "../../accounts/account-store.ts";
import { findPaymentResult } from "../../payments/payment-result.ts";
import type { PosCore } from "../pos.ts";
import { endRefund, withdrawRefund } from "../refunds/end-refund.ts";
import { RefundStore } from "../refunds/refund-store.ts";
import { endSale, withdrawSale } from "./end-sale.ts";
import type { PendingStore, PendingWork } from "./pending-store.ts";
import type { Sale } from "./sale.ts";
import { SaleReadStore } from "./sale-read-store.ts";
import { SaleStore } from "./sale-store.ts";

export interface SettleNeeds {
  readonly pos: PosCore;
  readonly pending: PendingStore;
  readonly onFailure: (error: unknown) => void;
}

const BATCH_MAX = 50;
/** The pause before the payment core is asked again. */
const RETRY_AFTER_MS = 5_000;

/** Runs one round and returns the number of sales and refunds found. */
export async function settlePending({ pos, pending, onFailure }: SettleNeeds): Promise<number> {
  const found = await pending.listExpired(pos.clock.wall(), BATCH_MAX);
  for (const one of found) await settlePendingOne(pos, one).catch(onFailure);
  return found.length;
}

export async function settlePendingOne(pos: PosCore, work: PendingWork): Promise<void> {
  const { accountId, saleId, refundId } = work;
  const account = await pos.merchants.findAccount(accountId);
  const sale = await pos.database.within({ accountId }, (db) =>
    new SaleReadStore(db, accountId).findSale(saleId),
  );
  if (account === undefined || sale === undefined) return;
  const isSettled =
    refundId === null
      ? await settleSale(pos, account, sale)
      : await settleRefund(pos, account, sale, refundId);
  if (!isSettled) await postpone(pos, work);
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

async function postpone(pos: PosCore, { accountId, saleId, refundId }: PendingWork): Promise<void> {
  const until = addMilliseconds(pos.clock.wall(), RETRY_AFTER_MS);
  await pos.database.within({ accountId }, (db) =>
    refundId === null
      ? new SaleStore(db, accountId).postponeSale(saleId, until)
      : new RefundStore(db, accountId).postponeRefund(saleId, refundId, until),
  );
}

/** Settles a pending sale with an expired lease, so that a reader sees its current state. */
export async function settleIfExpired(
  pos: PosCore,
  accountId: string,
  sale: Sale,
): Promise<boolean> {
  const now = pos.clock.wall();
  const isOver = sale.leaseUntil !== null && Temporal.Instant.compare(sale.leaseUntil, now) <= 0;
  if (sale.status !== "pending" || !isOver) return false;
  await settlePendingOne(pos, { accountId, saleId: sale.id, refundId: null });
  return true;
}
