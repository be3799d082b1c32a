/**
 * Checks the keys of this installation for `doctor`: the master key as a start would find it, and
 * every key that is stored under it. Creates and writes nothing.
 */
import { checkMasterKey } from "../../adapters/key-custody/check-master-key.ts";
import { checkStoredKeys } from "../../adapters/key-custody/check-stored-keys.ts";
import { DataKeyStore } from "../../adapters/key-custody/data-key-store.ts";
import type { RootOfTrust } from "../../adapters/key-custody/root-key.ts";
import type { Database } from "../../db/database.ts";
import type { MasterKeyState, StoredKeysReport } from "../../ports/key-custody.ts";
import type { Installation } from "../database/installation.ts";
import { openExistingRoot } from "./root-of-trust.ts";

export interface KeyCheckNeeds {
  readonly installation: Pick<Installation, "config" | "place">;
  readonly db: Database;
}

export function checkConfiguredMasterKey(needs: KeyCheckNeeds): Promise<MasterKeyState> {
  return withRoot(needs, ({ keys }) => checkMasterKey(new DataKeyStore(needs.db), keys));
}

export function checkConfiguredKeys(needs: KeyCheckNeeds): Promise<StoredKeysReport> {
  return withRoot(needs, (root) => checkStoredKeys(needs.db, root));
}

/** Throws if the HSM cannot be used. Undefined: there is none. */
export function checkConfiguredHsm(needs: KeyCheckNeeds): Promise<"works" | undefined> {
  return withRoot(needs, async ({ hsmHealth }) => {
    await hsmHealth?.checkHsm();
    return hsmHealth && "works";
  });
}

async function withRoot<Result>(
  { installation }: KeyCheckNeeds,
  work: (root: RootOfTrust) => Promise<Result>,
): Promise<Result> {
  const { root, close } = await openExistingRoot(installation);
  try {
    return await work(root);
  } finally {
    root.keys.wipe();
    await close();
  }
}
