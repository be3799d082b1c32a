/**
 * Creates a sale: stores it as pending with its transaction id, charges the card through the payment
 * core, and ends the sale with the answer. A cash sale is completed at once. A repetition with the
 * same key gets the first sale.
 */
import { addMilliseconds } from "../../../values/instants.ts";
import { sameBytes } from "../../../values/same-bytes.ts";
import type { Account } from "../../accounts/account-store.ts";
import type { PosCore } from "../pos.ts";
import type { PosCaller } from "../users/pos-user.ts";
import { type SaleOutcome, saleOutcome } from "./end-sale.ts";
import { saleFingerprint } from "./fingerprint.ts";
import { claimKey, type KeyClaim } from "./key-store.ts";
import { findKeyUse, markReplay, runOncePerKey } from "./once-by-key.ts";
import { payForSale } from "./pay-for-sale.ts";
import { priceSale } from "./price-sale.ts";
import type { SaleError, SaleOrder } from "./sale-order.ts";
import { encodePhotos } from "./sale-photos.ts";
import { writeSale } from "./write-sale.ts";

export async function createSale(
  pos: PosCore,
  caller: PosCaller,
  order: SaleOrder,
): Promise<SaleOutcome> {
  const account = await pos.merchants.findAccount(caller.account.id);
  if (account === undefined) throw new Error("The account of the session was not found.");
  const claim = order.key === undefined ? undefined : claimKey(order.key, saleFingerprint(order));
  return runOncePerKey(claim, {
    repeat: (known) => repeatSale(pos, account, known),
    begin: () => createNewSale(pos, { account, caller, order, claim }),
  });
}

async function repeatSale(
  pos: PosCore,
  account: Account,
  claim: KeyClaim,
): Promise<SaleOutcome | undefined> {
  const spent = await findKeyUse(pos, account, claim);
  if (spent === undefined) return undefined;
  const { used, sale } = spent;
  const isSame = used.refundId === null && sameBytes(used.fingerprint, claim.fingerprint);
  if (!isSame) return { kind: "key_reused" };
  if (sale.status !== "pending") return { ...saleOutcome(sale), isReplay: true };
  // With the same transaction id, the payment core waits for the first attempt, returns its answer,
  // or starts the payment if it never started.
  return markReplay(await payForSale(pos, account, sale));
}

interface NewOrder {
  readonly account: Account;
  readonly caller: PosCaller;
  readonly order: SaleOrder;
  readonly claim: KeyClaim | undefined;
}

async function createNewSale(pos: PosCore, asked: NewOrder): Promise<SaleOutcome | undefined> {
  const { account, order } = asked;
  const { id: accountId } = account;
  const error = tokenError(account, order);
  if (error !== undefined) return refused([error]);
  // Before the transaction, which must not wait for a second connection.
  const isTaxedBeforeDiscount = await pos.accounts.isTaxedBeforeDiscount(accountId);
  const priced = await pos.database.within({ accountId }, (db) =>
    priceSale({ db, accountId, isTaxedBeforeDiscount }, order),
  );
  if (!("sums" in priced)) return refused(priced);
  const pictures = await encodePhotos(pos, order.lines);
  if (Array.isArray(pictures)) return refused(pictures);
  const isCard = order.tokenId !== undefined;
  const sale = await writeSale(pos, {
    ...asked,
    priced,
    pictures,
    transactionId: isCard ? await pos.issueId(accountId) : null,
    leaseUntil: isCard ? addMilliseconds(pos.clock.wall(), pos.leaseMs) : null,
  });
  if (sale === undefined) return undefined;
  return isCard ? payForSale(pos, account, sale) : saleOutcome(sale);
}

function tokenError(account: Account, order: SaleOrder): SaleError | undefined {
  if (order.tokenId === undefined) return undefined;
  if (account.cardProcessor === undefined) return { kind: "token", why: "no_cards" };
  return order.totalCents === 0 ? { kind: "token", why: "nothing_to_pay" } : undefined;
}

function refused(errors: readonly SaleError[]): SaleOutcome {
  return { kind: "refused", errors };
}
