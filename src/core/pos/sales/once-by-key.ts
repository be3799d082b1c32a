/** What comes again under the same Idempotency-Key finds what it did the first time. */
import type { Account } from "../../accounts/account-store.ts";
import type { PosCore } from "../pos.ts";
import { type KeyClaim, KeyStore, type UsedKey } from "./key-store.ts";
import type { Sale } from "./sale.ts";
import { SaleReadStore } from "./sale-read-store.ts";

/** What the key did may vanish while we look: what was never begun is withdrawn. */
const TRIES = 3;

export interface OnceWays<Outcome> {
  /** Undefined: the key is new. */
  repeat(claim: KeyClaim): Promise<Outcome | undefined>;
  /** Undefined: somebody else was first with the key. */
  begin(): Promise<Outcome | undefined>;
}

export async function onceByKey<Outcome>(
  claim: KeyClaim | undefined,
  { repeat, begin }: OnceWays<Outcome>,
): Promise<Outcome> {
  for (let tries = 0; tries < TRIES; tries++) {
    const outcome = (claim && (await repeat(claim))) ?? (await begin());
    if (outcome !== undefined) return outcome;
  }
  throw new Error("what a key did kept vanishing while it was repeated");
}

export interface Spent {
  readonly used: UsedKey;
  readonly sale: Sale;
}

/** What the key was spent on. */
export async function findSpent(
  pos: PosCore,
  { id: accountId }: Account,
  claim: KeyClaim,
): Promise<Spent | undefined> {
  return pos.database.within({ accountId }, async (db) => {
    const used = await new KeyStore(db, accountId).find(claim);
    const sale = used && (await new SaleReadStore(db, accountId).find(used.saleId));
    return used && sale && { used, sale };
  });
}

/** Says of an outcome with a sale that it was there before. */
export function asReplay<Outcome extends object>(outcome: Outcome | undefined) {
  return outcome && "sale" in outcome ? { ...outcome, isReplay: true } : outcome;
}
