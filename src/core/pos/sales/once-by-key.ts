/** Runs an operation once per Idempotency-Key. A repetition gets the first result. */
import type { Account } from "../../accounts/account-store.ts";
import type { PosCore } from "../pos.ts";
import { type KeyClaim, KeyStore, type UsedKey } from "./key-store.ts";
import type { Sale } from "./sale.ts";
import { SaleReadStore } from "./sale-read-store.ts";

/** A sale or refund may be withdrawn between our statements, if its payment never started. */
const TRIES = 3;

export interface KeyedOperation<Outcome> {
  /** Returns undefined if the key is new. */
  repeat(claim: KeyClaim): Promise<Outcome | undefined>;
  /** Returns undefined if a concurrent request used the key first. */
  begin(): Promise<Outcome | undefined>;
}

export async function runOncePerKey<Outcome>(
  claim: KeyClaim | undefined,
  { repeat, begin }: KeyedOperation<Outcome>,
): Promise<Outcome> {
  for (let tries = 0; tries < TRIES; tries++) {
    const outcome = (claim && (await repeat(claim))) ?? (await begin());
    if (outcome !== undefined) return outcome;
  }
  throw new Error("The sale or refund of the key was withdrawn each time it was repeated.");
}

export interface IdempotencyKeyUse {
  readonly used: UsedKey;
  readonly sale: Sale;
}

/** The sale that the key was used for. */
export async function findKeyUse(
  pos: PosCore,
  { id: accountId }: Account,
  claim: KeyClaim,
): Promise<IdempotencyKeyUse | undefined> {
  return pos.database.within({ accountId }, async (db) => {
    const used = await new KeyStore(db, accountId).findKey(claim);
    const sale = used && (await new SaleReadStore(db, accountId).findSale(used.saleId));
    return used && sale && { used, sale };
  });
}

/** Marks an outcome with a sale as a replay. */
export function markReplay<Outcome extends object>(outcome: Outcome | undefined) {
  return outcome && "sale" in outcome ? { ...outcome, isReplay: true } : outcome;
}
