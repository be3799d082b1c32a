/**
 * Ends what a crash or a lost answer left pending, by asking the payment core what became of it.
 * Nothing is charged here: a sale or refund that was never begun is withdrawn.
 */
import { laterBy } from "../../../values/instants.ts";
import type { Account } from "../../accounts/account-store.ts";
import { whatBecame } from "../../payments/what-became.ts";
import type { Till } from "../till.ts";
import { endRefund, withdrawRefund } from "./end-refund.ts";
import { endSale, withdrawSale } from "./end-sale.ts";
import type { LeftBehind, LeftStore } from "./left-store.ts";
import { RefundStore } from "./refund-store.ts";
import type { Sale } from "./sale.ts";
import { SaleReadStore } from "./sale-read-store.ts";
import { SaleStore } from "./sale-store.ts";

export interface SettleNeeds {
  readonly till: Till;
  readonly left: LeftStore;
  readonly onFailure: (error: unknown) => void;
}

const AT_ONCE = 50;
/** Until the payment core may know more. */
const AGAIN_AFTER_MS = 5_000;

/** One round; gives how many it looked at. */
export async function settleLeft({ till, left, onFailure }: SettleNeeds): Promise<number> {
  const found = await left.findAll(till.clock.wall(), AT_ONCE);
  for (const one of found) await settleOne(till, one).catch(onFailure);
  return found.length;
}

export async function settleOne(till: Till, left: LeftBehind): Promise<void> {
  const { accountId, saleId, refundId } = left;
  const account = await till.merchants.find(accountId);
  const sale = await till.database.within({ accountId }, (db) =>
    new SaleReadStore(db, accountId).find(saleId),
  );
  if (account === undefined || sale === undefined) return;
  const isSettled =
    refundId === null
      ? await settleSale(till, account, sale)
      : await settleRefund(till, account, sale, refundId);
  if (!isSettled) await postpone(till, left);
}

async function settleSale(till: Till, account: Account, sale: Sale): Promise<boolean> {
  if (sale.status !== "pending") return true;
  const became = await whatBecame(till, account.id, sale.transactionId ?? "");
  if (became.kind === "open") return false;
  if (became.kind === "never_begun") return withdrawSale(till, account, sale);
  await endSale(till, account, sale, became.answer);
  return true;
}

async function settleRefund(
  till: Till,
  account: Account,
  sale: Sale,
  refundId: string,
): Promise<boolean> {
  const refund = sale.refunds.find(({ id }) => id === refundId);
  if (refund?.status !== "pending") return true;
  const became = await whatBecame(till, account.id, refund.transactionId ?? "");
  if (became.kind === "open") return false;
  if (became.kind === "never_begun") return withdrawRefund(till, account, { sale, refund });
  await endRefund(till, account, { sale, refund }, became.answer);
  return true;
}

async function postpone(till: Till, { accountId, saleId, refundId }: LeftBehind): Promise<void> {
  const until = laterBy(till.clock.wall(), AGAIN_AFTER_MS);
  await till.database.within({ accountId }, (db) =>
    refundId === null
      ? new SaleStore(db, accountId).postpone(saleId, until)
      : new RefundStore(db, accountId).postpone(saleId, refundId, until),
  );
}

/** Whoever looks at a sale that was left pending sees it as it is by now. */
export async function lookAgain(till: Till, accountId: string, sale: Sale): Promise<boolean> {
  const now = till.clock.wall();
  const isOver = sale.leaseUntil !== null && Temporal.Instant.compare(sale.leaseUntil, now) <= 0;
  if (sale.status !== "pending" || !isOver) return false;
  await settleOne(till, { accountId, saleId: sale.id, refundId: null });
  return true;
}
