/** Rotates the data keys that encrypt stored secrets, or the master key that encrypts data keys. */
import path from "node:path";
import { NotInHsm, rotateHsmMasterKey } from "../../adapters/key-custody/hsm/replace-hsm-key.ts";
import { type MasterKeyRotation, rotateDataKeys } from "../../adapters/key-custody/rotate-keys.ts";
import {
  rotateMasterKey,
  rotateMasterKeyFile,
  type SaveOldKeys,
} from "../../adapters/key-custody/software/rotate-master-key.ts";
import { CustodyError } from "../../ports/key-custody.ts";
import { StartError } from "../../ports/start-error.ts";
import type { Installation } from "../database/installation.ts";
import { explainHsmErrors, openHsmRoot } from "./root-of-trust.ts";

export interface MasterKeyChange extends MasterKeyRotation {
  readonly place: "hsm" | "file" | "settings";
  /** The key file that contains the new key, if it is in a file. */
  readonly file: string | undefined;
  /** Files with the keys that were removed from the key file. */
  readonly keptIn: readonly string[];
}

/** Returns how many data keys were retired. */
export function rotateInstallationDataKeys({ owner }: Installation): Promise<number> {
  return rotateDataKeys(owner);
}

/** `keep` receives the old key. Without it, the old key goes into a file beside the key file. */
export async function rotateInstallationMasterKey(
  installation: Installation,
  keep?: SaveOldKeys,
): Promise<MasterKeyChange> {
  const { owner, config, place } = installation;
  if (config.hsmModule !== undefined) return rotateInHsm(installation);
  if (config.masterKey === undefined) {
    const file = config.masterKeyFile ?? path.join(place.dataDir, "master.key");
    return { ...(await rotateMasterKeyFile(owner, file, keep)), file, place: "file" };
  }
  // Sixdoors cannot change a key in the environment. The operator gives every process both keys
  // first, and then runs this.
  if (config.masterKeyOld === undefined) {
    throw new StartError(
      "Set MASTER_KEY to the new key and MASTER_KEY_OLD to the current key, for every process, and run this again.",
    );
  }
  const rotation = await rotateMasterKey(owner, config.masterKeyOld, config.masterKey).catch(
    (error) => {
      throw isDone(error) ? new StartError(DONE) : error;
    },
  );
  return { ...rotation, file: undefined, keptIn: [], place: "settings" };
}

async function rotateInHsm(installation: Installation): Promise<MasterKeyChange> {
  const { hsmKeys, close } = await openHsmRoot(installation);
  try {
    const rotation = await explainHsmErrors(() => rotateHsmMasterKey(installation.owner, hsmKeys));
    return { ...rotation, file: undefined, keptIn: [], place: "hsm" };
  } catch (error) {
    if (!(error instanceof NotInHsm)) throw error;
    throw new StartError("The master key is not in the HSM yet. Move it with: keys move.");
  } finally {
    await close();
  }
}

const DONE = "MASTER_KEY is already in use: nothing to do. Remove MASTER_KEY_OLD.";

/** Custody was opened with one of the two keys. If the old one does not fit, the new one does. */
function isDone(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  return error instanceof CustodyError && error.kind === "master_key_replaced";
}
