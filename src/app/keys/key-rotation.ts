/** Rotates the keys that seal: data keys, or the master key that wraps them. */
import path from "node:path";
import {
  type SaveOldKeys,
  type MasterKeyRotation,
  rotateDataKeys,
  rotateMasterKey,
  rotateMasterKeyFile,
} from "../../adapters/software-custody/rotate-keys.ts";
import { CustodyError } from "../../ports/key-custody.ts";
import { StartError } from "../../ports/start-error.ts";
import type { Installation } from "../database/installation.ts";

export interface MasterKeyChange extends MasterKeyRotation {
  /** The key file that now holds the new key; undefined: the keys are settings. */
  readonly file: string | undefined;
  /** Files with the keys that were taken out of the key file. */
  readonly keptIn: readonly string[];
}

/** How many data keys were retired. */
export function rotateInstallationDataKeys({ owner }: Installation): Promise<number> {
  return rotateDataKeys(owner);
}

/** `keep` takes the old key instead of a file beside the key file. */
export async function rotateInstallationMasterKey(
  { owner, config, place }: Installation,
  keep?: SaveOldKeys,
): Promise<MasterKeyChange> {
  if (config.masterKey === undefined) {
    const file = config.masterKeyFile ?? path.join(place.dataDir, "master.key");
    return { ...(await rotateMasterKeyFile(owner, file, keep)), file };
  }
  // A key in the environment is not ours to write: every process is given both, then this runs.
  if (config.masterKeyOld === undefined) {
    throw new StartError("Set MASTER_KEY to the new key and MASTER_KEY_OLD to the one in use.");
  }
  const rotation = await rotateMasterKey(owner, config.masterKeyOld, config.masterKey).catch(
    (error) => {
      throw isDone(error) ? new StartError(DONE) : error;
    },
  );
  return { ...rotation, file: undefined, keptIn: [] };
}

const DONE = "MASTER_KEY is the key in use already: take MASTER_KEY_OLD away.";

/** Custody opened with one of the two keys: where the old one does not fit, the new one does. */
function isDone(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  return error instanceof CustodyError && error.kind === "master_key_replaced";
}
