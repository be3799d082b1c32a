/**
 * Checks the keys of this installation for `doctor`: the master key as a start would find it, and
 * every key that is stored under it. Creates and writes nothing.
 */

import { checkStoredKeys } from "../../adapters/software-custody/check-stored-keys.ts";
import { DataKeyStore } from "../../adapters/software-custody/data-key-store.ts";
import { checkMasterKey } from "../../adapters/software-custody/master-key/check-master-key.ts";
import { findExistingMasterKey } from "../../adapters/software-custody/master-key/find-master-key.ts";
import { MasterKeyRing } from "../../adapters/software-custody/master-key/master-key-ring.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import type { MasterKeyState, StoredKeysReport } from "../../ports/key-custody.ts";

export interface KeyCheckNeeds {
  readonly config: Config;
  readonly dataDir: string;
  readonly db: Database;
}

export function checkConfiguredMasterKey(needs: KeyCheckNeeds): Promise<MasterKeyState> {
  return withMasterKeys(needs, (ring) => checkMasterKey(new DataKeyStore(needs.db), ring));
}

export function checkConfiguredKeys(needs: KeyCheckNeeds): Promise<StoredKeysReport> {
  return withMasterKeys(needs, (ring) => checkStoredKeys(needs.db, ring));
}

async function withMasterKeys<Result>(
  { config, dataDir }: KeyCheckNeeds,
  work: (ring: MasterKeyRing) => Promise<Result>,
): Promise<Result> {
  const ring = new MasterKeyRing(await findExistingMasterKey({ ...config, dataDir }));
  try {
    return await work(ring);
  } finally {
    ring.wipe();
  }
}
