/** Renames an API key of an account. The name is for people; nothing depends on it. */
import { AccountKeyStore } from "../account-key-store.ts";
import type { NotFound } from "../account-record.ts";
import {
  type AccountNeeds,
  type ActingParty,
  actOnAccount,
  recordAccountAct,
} from "../act-on-account.ts";

export interface KeyRename {
  readonly keyId: string;
  /** Null removes the name. */
  readonly name: string | null;
  readonly by: ActingParty;
}

export type RenameOutcome =
  | { readonly kind: "renamed" }
  /** The account has no such key, or the key has expired. */
  | { readonly kind: "no_such_key" }
  | NotFound;

export async function renameAccessKey(
  needs: Pick<AccountNeeds, "db" | "clock">,
  id: string,
  { keyId, name, by }: KeyRename,
): Promise<RenameOutcome> {
  return actOnAccount(needs, id, async (db, { id: accountId }): Promise<RenameOutcome> => {
    const keys = new AccountKeyStore(db);
    const valid = await keys.listValidKeys(accountId, needs.clock.wall());
    const key = valid.find((one) => one.id === keyId);
    if (key === undefined) return { kind: "no_such_key" };
    if (key.name === name) return { kind: "renamed" };
    await keys.renameKey(accountId, keyId, name);
    await recordAccountAct(db, by, {
      action: "account.rename_key",
      accountId,
      before: { keyId, name: key.name },
      after: { keyId, name },
    });
    return { kind: "renamed" };
  });
}
