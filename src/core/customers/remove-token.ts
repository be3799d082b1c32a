/**
 * Removes a stored card or bank account for a merchant: it can no longer be charged. Its sealed number
 * stays for refunds and returns of its own payment, until retention removes it.
 */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import { type ActingParty, recordAccountAct } from "../accounts/act-on-account.ts";
import { RemoveTokenStore } from "./remove-token-store.ts";

export interface RemoveTokenNeeds {
  readonly db: DatabasePool;
  readonly clock: Clock;
}

/** `not_found`: the account has no such token, or it was removed before. */
export type RemoveTokenOutcome = { readonly kind: "removed" | "not_found" };

export function removeToken(
  { db, clock }: RemoveTokenNeeds,
  accountId: string,
  { tokenId, by }: { readonly tokenId: string; readonly by: ActingParty },
): Promise<RemoveTokenOutcome> {
  return db.within({ accountId }, async (scope): Promise<RemoveTokenOutcome> => {
    const store = new RemoveTokenStore(scope);
    const token = await store.findToken(accountId, tokenId);
    if (token === undefined) return { kind: "not_found" };
    const isNew = await store.removeToken(accountId, tokenId, clock.business());
    if (!isNew) return { kind: "not_found" };
    await recordAccountAct(scope, by, {
      action: "account.remove_token",
      accountId,
      before: { tokenId, kind: token.kind },
    });
    return { kind: "removed" };
  });
}
