/** Rotates the keys that seal: data keys, or the master key that wraps them. */
import path from "node:path";
import {
  rotateDataKeys,
  rotateMasterKey,
  rotateMasterKeyFile,
} from "../adapters/software-custody/rotate-keys.ts";
import { StartFault } from "../ports/start-fault.ts";
import type { Installation } from "./installation.ts";

/** How many data keys it touched. */
export async function rotateInstallationKeys(
  { owner, config, place }: Installation,
  what: string,
): Promise<number> {
  if (what === "data") return rotateDataKeys(owner);
  if (what !== "master") throw new StartFault("Rotate `data` or `master`.");
  if (config.masterKey === undefined) {
    return rotateMasterKeyFile(
      owner,
      config.masterKeyFile ?? path.join(place.dataDir, "master.key"),
    );
  }
  // A key in the environment is not ours to write: every process is given both, then this runs.
  if (config.masterKeyOld === undefined) {
    throw new StartFault("Set MASTER_KEY to the new key and MASTER_KEY_OLD to the one in use.");
  }
  return rotateMasterKey(owner, config.masterKeyOld, config.masterKey);
}
