/**
 * Finds the master key: given as a setting, in a file, or (certification only) in a file that is
 * made under the data folder. It fails with a StartFault before anything is served.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { StartError } from "../../ports/start-error.ts";
import type { Secret } from "../../values/secret.ts";
import { ensureKeyFile, readKeyFile } from "./master-key-file.ts";
import type { MasterKeySource } from "./master-key-ring.ts";

export interface MasterKeySettings {
  readonly environment: "certification" | "production";
  readonly dataDir: string;
  readonly masterKey: Secret | undefined;
  readonly masterKeyFile: string | undefined;
  /** The other key while one replaces another: processes that know both notice nothing. */
  readonly masterKeyOld?: Secret | undefined;
}

const FILE_NAME = "master.key";

export async function findMasterKey(settings: MasterKeySettings): Promise<MasterKeySource> {
  const { masterKey, masterKeyOld } = settings;
  if (masterKey !== undefined) {
    return givenMasterKeys(masterKeyOld === undefined ? [masterKey] : [masterKey, masterKeyOld]);
  }
  const source = await fileOf(settings);
  // A file that cannot be used is a reason not to start, not one to fail at the first request.
  await source.read();
  return source;
}

/** The same without making a file: where there is none yet, there is no key. */
export async function findExistingMasterKey(settings: MasterKeySettings): Promise<MasterKeySource> {
  const { masterKey, masterKeyFile, dataDir } = settings;
  if (masterKey !== undefined || masterKeyFile !== undefined) return findMasterKey(settings);
  const file = path.join(dataDir, FILE_NAME);
  return existsSync(file) ? masterKeysInFile(file, false) : givenMasterKeys([]);
}

export function givenMasterKeys(keys: readonly Secret[]): MasterKeySource {
  return { file: undefined, read: async () => keys };
}

export function masterKeysInFile(file: string, mustBePrivate: boolean): MasterKeySource {
  return { file, read: () => readKeyFile(file, { mustBePrivate }) };
}

async function fileOf(settings: MasterKeySettings): Promise<MasterKeySource> {
  const { environment, dataDir, masterKeyFile } = settings;
  const isProduction = environment === "production";
  if (masterKeyFile !== undefined) return masterKeysInFile(masterKeyFile, isProduction);
  if (isProduction) {
    throw new StartError("Production needs MASTER_KEY or MASTER_KEY_FILE: it makes no key itself.");
  }
  const file = path.join(dataDir, FILE_NAME);
  await ensureKeyFile(file);
  return masterKeysInFile(file, false);
}
