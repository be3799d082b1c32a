/**
 * Finds the master key: in a setting, in a file, or (certification only) in a file that is created
 * in the data folder. Throws a StartError if the key cannot be used.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { StartError } from "../../../ports/start-error.ts";
import type { Secret } from "../../../values/secret.ts";
import { ensureKeyFile, readKeyFile } from "./master-key-file.ts";
import type { MasterKeySource } from "./master-key-ring.ts";

export interface MasterKeySettings {
  readonly environment: "certification" | "production";
  readonly dataDir: string;
  readonly masterKey: Secret | undefined;
  readonly masterKeyFile: string | undefined;
  /** The other key during a rotation. A process with both keys is not affected by it. */
  readonly masterKeyOld?: Secret | undefined;
}

const FILE_NAME = "master.key";

export async function findMasterKey(settings: MasterKeySettings): Promise<MasterKeySource> {
  const { masterKey, masterKeyOld } = settings;
  if (masterKey !== undefined) {
    return givenMasterKeys(masterKeyOld === undefined ? [masterKey] : [masterKey, masterKeyOld]);
  }
  const source = await masterKeyFileSource(settings);
  // Read now, so that an unusable file prevents the start and not the first request.
  await source.read();
  return source;
}

/** The same, but does not create a file. Without a file there is no key. */
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

async function masterKeyFileSource(settings: MasterKeySettings): Promise<MasterKeySource> {
  const { environment, dataDir, masterKeyFile } = settings;
  const isProduction = environment === "production";
  if (masterKeyFile !== undefined) return masterKeysInFile(masterKeyFile, isProduction);
  if (isProduction) {
    throw new StartError(
      "Set MASTER_KEY or MASTER_KEY_FILE. Production does not create a master key.",
    );
  }
  const file = path.join(dataDir, FILE_NAME);
  await ensureKeyFile(file);
  return masterKeysInFile(file, false);
}
