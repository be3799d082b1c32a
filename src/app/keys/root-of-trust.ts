/**
 * Opens the root of trust of this installation: its HSM, or the master key in software. With an HSM,
 * a master key in software is used as well if there is one, until the installation has moved.
 */
import { type HsmSettings, openHsm } from "../../adapters/key-custody/hsm/hsm.ts";
import { toStartError } from "../../adapters/key-custody/hsm/hsm-errors.ts";
import { type HsmMasterKeys, hsmRoot } from "../../adapters/key-custody/hsm/hsm-root.ts";
import { JoinedRootKeys } from "../../adapters/key-custody/hsm/joined-root-keys.ts";
import type { RootKeys, RootOfTrust } from "../../adapters/key-custody/root-key.ts";
import {
  findExistingMasterKey,
  findMasterKey,
} from "../../adapters/key-custody/software/find-master-key.ts";
import { MasterKeyRing } from "../../adapters/key-custody/software/master-key-ring.ts";
import type { Config } from "../../config.ts";
import { StartError } from "../../ports/start-error.ts";
import type { Installation } from "../database/installation.ts";

type Settings = Pick<Installation, "config" | "place">;

export interface OpenedRoot {
  readonly root: RootOfTrust;
  close(): Promise<void>;
}

export interface OpenedHsmRoot extends OpenedRoot {
  readonly hsmKeys: HsmMasterKeys;
  /** The master keys of the HSM, and those in software. */
  readonly allKeys: RootKeys;
}

/** At the start, an error of the HSM is a sentence for the terminal. */
export async function explainHsmErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toStartError(error);
  }
}

/** For servers: certification creates a master key if there is none. */
export async function openRoot(settings: Settings): Promise<OpenedRoot> {
  const { config, place } = settings;
  if (config.hsmModule === undefined) {
    const source = await findMasterKey({ ...config, dataDir: place.dataDir });
    return softwareRoot(new MasterKeyRing(source));
  }
  const opened = await openHsmRoot(settings);
  try {
    const { hsmKeys } = opened;
    if (config.environment === "certification") await explainHsmErrors(() => hsmKeys.ensureKey());
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** The same, but creates nothing. */
export async function openExistingRoot(settings: Settings): Promise<OpenedRoot> {
  const { config } = settings;
  if (config.hsmModule === undefined) return softwareRoot(await findSoftwareKeys(settings));
  return openHsmRoot({ ...settings, config: { ...config, hsmSessions: 1 } });
}

export async function openHsmRoot(settings: Settings): Promise<OpenedHsmRoot> {
  const softwareKeys = await findSoftwareKeys(settings);
  const {
    keys: hsmKeys,
    close,
    ...held
  } = await openConfiguredHsm(settings.config, settings.place.dataDir);
  const allKeys = new JoinedRootKeys(hsmKeys, softwareKeys);
  return { root: { keys: allKeys, ...held }, hsmKeys, allKeys, close };
}

/** The HSM of the settings, without any key in software. */
export async function openConfiguredHsm(config: Config, dataDir: string) {
  const hsm = await openHsm({ ...hsmSettings(config), dataDir });
  const labels = { masterKey: config.hsmMasterKeyLabel, baseKey: config.hsmBaseKeyLabel };
  return { ...hsmRoot(hsm, labels), close: () => hsm.close() };
}

function hsmSettings(config: Config): HsmSettings {
  const { hsmModule: module, hsmPinFile: pinFile, environment } = config;
  if (module === undefined || pinFile === undefined) {
    throw new StartError("There is no HSM: set HSM_MODULE, HSM_TOKEN and HSM_PIN_FILE.");
  }
  return {
    ...{ module, pinFile, environment },
    tokenLabel: config.hsmToken,
    slot: config.hsmSlot,
    sessions: config.hsmSessions,
    timeoutMs: config.hsmTimeoutMs,
  };
}

async function findSoftwareKeys({ config, place }: Settings): Promise<MasterKeyRing> {
  return new MasterKeyRing(await findExistingMasterKey({ ...config, dataDir: place.dataDir }));
}

function softwareRoot(keys: RootKeys): OpenedRoot {
  return { root: { keys }, close: async () => {} };
}
