/**
 * Checks the keys of this installation for `doctor`: the master key as a start would find it, and
 * every key that is stored under it. Creates and writes nothing.
 */
import { checkMasterKey } from "../../adapters/key-custody/check-master-key.ts";
import { checkStoredKeys } from "../../adapters/key-custody/check-stored-keys.ts";
import { DataKeyStore } from "../../adapters/key-custody/data-key-store.ts";
import { openingCustody } from "../../adapters/key-custody/opening-sealer.ts";
import type { RootOfTrust } from "../../adapters/key-custody/root-key.ts";
import type { Database } from "../../db/database.ts";
import type { KeyCustody, MasterKeyState, StoredKeysReport } from "../../ports/key-custody.ts";
import type { Installation } from "../database/installation.ts";
import { openExistingRoot } from "./root-of-trust.ts";

/** The checks share one, because a PKCS#11 module cannot be started several times at once. */
export interface CheckedRoot {
  checkMasterKey(db: Database): Promise<MasterKeyState>;
  /** The keys are checked once: another call gets the same report. */
  checkStoredKeys(db: Database): Promise<StoredKeysReport>;
  /** Opens sealed values, and seals nothing. */
  openingCustody(db: Database): Pick<KeyCustody, "open">;
  /** Throws if the HSM cannot be used. */
  checkHsm(): Promise<void>;
  close(): Promise<void>;
}

export async function openCheckedRoot(
  installation: Pick<Installation, "config" | "place">,
): Promise<CheckedRoot> {
  const { root, close } = await openExistingRoot(installation);
  let report: Promise<StoredKeysReport> | undefined;
  return {
    checkMasterKey: (db) => checkMasterKey(new DataKeyStore(db), root.keys),
    checkStoredKeys: (db) => {
      report ??= checkStoredKeys(db, root);
      return report;
    },
    openingCustody: (db) => openingCustody(db, root.keys),
    checkHsm: () => checkHsm(root),
    close: async () => {
      root.keys.wipe();
      await close();
    },
  };
}

async function checkHsm({ hsmHealth }: RootOfTrust): Promise<void> {
  await hsmHealth?.checkHsm();
}
