/** Ends one access key at once. Requests that it began go on; the next one is refused. */
import { AccountKeyStore, type KeyTerm } from "./account-key-store.ts";
import type { NotFound } from "./account-record.ts";
import {
  type AccountNeeds,
  type ActingParty,
  actOnAccount,
  recordAccountAct,
} from "./act-on-account.ts";

export type RevokeOutcome =
  | {
      readonly kind: "revoked";
      /** Those that are still good. */
      readonly left: readonly KeyTerm[];
    }
  | NotFound;

export async function revokeAccessKey(
  { db, clock }: Pick<AccountNeeds, "db" | "clock">,
  accountId: string,
  { keyId, by }: { readonly keyId: string; readonly by: ActingParty },
): Promise<RevokeOutcome> {
  return actOnAccount({ db }, accountId, async (scope, account): Promise<RevokeOutcome> => {
    const keys = new AccountKeyStore(scope);
    if (!(await keys.remove(account.id, keyId))) return { kind: "not_found" };
    const left = await keys.list(account.id, clock.wall());
    await recordAccountAct(scope, by, {
      action: "account.revoke_key",
      accountId: account.id,
      before: { key: keyId, goodKeys: left.length + 1 },
      after: { goodKeys: left.length },
    });
    return { kind: "revoked", left };
  });
}
