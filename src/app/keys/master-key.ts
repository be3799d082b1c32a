/** Checks the master key of this installation before anything is written. */
import { refuseWrongMasterKey } from "../../adapters/key-custody/check-master-key.ts";
import { DataKeyStore } from "../../adapters/key-custody/data-key-store.ts";
import type { Database } from "../../db/database.ts";
import type { Installation } from "../database/installation.ts";
import { explainHsmErrors, openExistingRoot } from "./root-of-trust.ts";

/** Accepts any key for a database that has none yet. Creates and writes nothing. */
export async function checkInstallationMasterKey(
  installation: Installation,
  db: Database,
): Promise<void> {
  const { root, close } = await openExistingRoot(installation);
  try {
    await explainHsmErrors(() => refuseWrongMasterKey(new DataKeyStore(db), root.keys));
  } finally {
    root.keys.wipe();
    await close();
  }
}
