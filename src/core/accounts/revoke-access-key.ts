/** Revokes an API key of an account. The last valid key can only be replaced. */
import { AccountKeyStore } from "./account-key-store.ts";
import type { NotFound } from "./account-record.ts";
import {
  type AccountNeeds,
  type ActingParty,
  actOnAccount,
  recordAccountAct,
} from "./act-on-account.ts";

export type RevokeOutcome =
  | { readonly kind: "revoked" }
  /** The account has no such key, or the key has expired. */
  | { readonly kind: "no_such_key" }
  /** An account must keep one valid key. */
  | { readonly kind: "last_key" }
  | NotFound;

export async function revokeAccessKey(
  needs: Pick<AccountNeeds, "db" | "clock">,
  id: string,
  { keyId, by }: { readonly keyId: string; readonly by: ActingParty },
): Promise<RevokeOutcome> {
  return actOnAccount(needs, id, async (db, { id: accountId }): Promise<RevokeOutcome> => {
    const keys = new AccountKeyStore(db);
    const good = await keys.listValidKeys(accountId, needs.clock.wall());
    const revoked = good.find((key) => key.id === keyId);
    if (revoked === undefined) return { kind: "no_such_key" };
    if (good.length === 1) return { kind: "last_key" };
    await keys.removeKey(accountId, keyId);
    const { endsWith, expiresAt } = revoked;
    await recordAccountAct(db, by, {
      action: "account.revoke_key",
      accountId,
      before: { endsWith, expiresAt: expiresAt?.toString() ?? null, goodKeys: good.length },
      after: { goodKeys: good.length - 1 },
    });
    return { kind: "revoked" };
  });
}
