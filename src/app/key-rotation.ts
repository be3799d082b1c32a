/** Rotates the keys that seal: data keys, or the master key that wraps them. */
import path from "node:path";
import {
  rotateDataKeys,
  rotateMasterKey,
  rotateMasterKeyFile,
} from "../adapters/software-custody/rotate-keys.ts";
import { CustodyFault } from "../ports/key-custody.ts";
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
  return rotateMasterKey(owner, config.masterKeyOld, config.masterKey).catch((error) => {
    throw isDone(error) ? new StartFault(DONE) : error;
  });
}

const DONE = "MASTER_KEY is the key in use already: take MASTER_KEY_OLD away.";

/** Custody opened with one of the two keys: where the old one does not fit, the new one does. */
function isDone(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  return error instanceof CustodyFault && error.kind === "master_key_replaced";
}
