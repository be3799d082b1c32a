/**
 * Refunds a sale: reserves the amount under the lock of the sale, refunds it through the payment
 * core, and ends the refund. Concurrent refunds cannot exceed the amount that is left.
 */
import type { Database } from "../../../db/database.ts";
import { addMilliseconds } from "../../../values/instants.ts";
import { sameBytes } from "../../../values/same-bytes.ts";
import type { Account } from "../../accounts/account-store.ts";
import type { PosCore } from "../pos.ts";
import { refundFingerprint } from "../sales/fingerprint.ts";
import { claimKey, type KeyClaim, KeyStore } from "../sales/key-store.ts";
import { findKeyUse, markReplay, runOncePerKey } from "../sales/once-by-key.ts";
import type { Sale } from "../sales/sale.ts";
import { SaleReadStore } from "../sales/sale-read-store.ts";
import type { PosCaller } from "../users/pos-user.ts";
import { checkRefund, type RefundOrder } from "./check-refund.ts";
import { type RefundOutcome, refundOutcome } from "./end-refund.ts";
import { payRefund } from "./pay-refund.ts";
import { RefundStore } from "./refund-store.ts";

export interface RefundAsked {
  readonly caller: PosCaller;
  readonly saleId: string;
  readonly order: RefundOrder;
}

export async function refundSale(pos: PosCore, asked: RefundAsked): Promise<RefundOutcome> {
  const account = await pos.merchants.findAccount(asked.caller.account.id);
  if (account === undefined) throw new Error("The account of the session was not found.");
  const { order, saleId } = asked;
  const claim =
    order.key === undefined ? undefined : claimKey(order.key, refundFingerprint(saleId, order));
  return runOncePerKey(claim, {
    repeat: (known) => repeatRefund(pos, account, known),
    begin: () => refundNew(pos, account, { ...asked, claim }),
  });
}

async function repeatRefund(
  pos: PosCore,
  account: Account,
  claim: KeyClaim,
): Promise<RefundOutcome | undefined> {
  const spent = await findKeyUse(pos, account, claim);
  if (spent === undefined) return undefined;
  const { used, sale } = spent;
  if (used.refundId === null || !sameBytes(used.fingerprint, claim.fingerprint)) {
    return { kind: "key_reused" };
  }
  const isPending = sale.refunds.some(
    ({ id, status }) => id === used.refundId && status === "pending",
  );
  return markReplay(
    isPending
      ? await payRefund(pos, account, sale, used.refundId)
      : refundOutcome(sale, used.refundId),
  );
}

type NewRefundAsked = RefundAsked & { readonly claim: KeyClaim | undefined };

async function refundNew(
  pos: PosCore,
  account: Account,
  asked: NewRefundAsked,
): Promise<RefundOutcome | undefined> {
  const { id: accountId } = account;
  const sale = await pos.database.within({ accountId }, (db) =>
    new SaleReadStore(db, accountId).findSale(asked.saleId),
  );
  if (sale === undefined) return { kind: "not_found" };
  if (!mayRefund(asked.caller, sale)) return { kind: "forbidden" };
  const transactionId = sale.tokenId === null ? null : await pos.issueId(accountId);
  const begun = await begin(pos, account, { ...asked, transactionId });
  if (begun === undefined || !("refundId" in begun)) return begun;
  if (transactionId === null) return refundOutcome(begun.sale, begun.refundId);
  return payRefund(pos, account, begun.sale, begun.refundId);
}

/** Cashiers may refund only their own sales. */
function mayRefund({ user }: PosCaller, { userId }: Sale): boolean {
  return user.role !== "cashier" || user.id === userId;
}

interface Begun {
  readonly sale: Sale;
  readonly refundId: string;
}

type Begin = NewRefundAsked & { readonly transactionId: string | null };

/** Rolls the transaction back. */
class KeyTaken extends Error {}

async function begin(
  pos: PosCore,
  account: Account,
  asked: Begin,
): Promise<Begun | RefundOutcome | undefined> {
  const { id: accountId } = account;
  try {
    return await pos.database.within({ accountId }, (db) => reserve(pos, db, accountId, asked));
  } catch (error) {
    if (error instanceof KeyTaken) return undefined;
    throw error;
  }
}

async function reserve(
  pos: PosCore,
  db: Database,
  accountId: string,
  { caller, saleId, order, claim, transactionId }: Begin,
): Promise<Begun | RefundOutcome> {
  const reads = new SaleReadStore(db, accountId);
  const sale = await reads.lockSale(saleId);
  if (sale === undefined) return { kind: "not_found" };
  // Before the check, because the same refund again would find nothing left.
  const keys = new KeyStore(db, accountId);
  if (claim !== undefined && (await keys.findKey(claim)) !== undefined) throw new KeyTaken();
  const check = checkRefund(sale, order);
  if (check.kind === "refused") return check;
  const createdAt = pos.clock.business();
  const refunds = new RefundStore(db, accountId);
  const refundId = await refunds.addRefund({
    ...check,
    saleId,
    userId: caller.user.id,
    status: transactionId === null ? "completed" : "pending",
    transactionId,
    createdAt,
    leaseUntil: transactionId === null ? null : addMilliseconds(pos.clock.wall(), pos.leaseMs),
  });
  if (claim !== undefined && !(await keys.spendKey(claim, { saleId, refundId }, createdAt))) {
    throw new KeyTaken();
  }
  if (transactionId === null) await refunds.settleStatus(saleId, createdAt);
  return { sale: (await reads.findSale(saleId)) ?? sale, refundId };
}
