/** Checks the master key of this installation before anything is written. */

import { DataKeyStore } from "../../adapters/software-custody/data-key-store.ts";
import { refuseWrongMasterKey as refuseWrong } from "../../adapters/software-custody/master-key/check-master-key.ts";
import { findExistingMasterKey } from "../../adapters/software-custody/master-key/find-master-key.ts";
import { MasterKeyRing } from "../../adapters/software-custody/master-key/master-key-ring.ts";
import type { Database } from "../../db/database.ts";
import type { Installation } from "../database/installation.ts";

/** Accepts any key for a database that has none yet. Creates and writes nothing. */
export async function checkInstallationMasterKey(
  { config, place }: Installation,
  db: Database,
): Promise<void> {
  const ring = new MasterKeyRing(
    await findExistingMasterKey({ ...config, dataDir: place.dataDir }),
  );
  try {
    await refuseWrong(new DataKeyStore(db), ring);
  } finally {
    ring.wipe();
  }
}
