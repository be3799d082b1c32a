/** Moves the keys of this installation into its HSM, and creates the master key of a new one there. */
import {
  moveMasterKeyToHsm,
  type RecordReplacement,
} from "../../adapters/key-custody/hsm/replace-hsm-key.ts";
import type { StoredKeyCustody } from "../../adapters/key-custody/key-custody.ts";
import type { MasterKeyRotation } from "../../adapters/key-custody/rotate-keys.ts";
import type { Config } from "../../config.ts";
import { findDataDir } from "../database/database-place.ts";
import type { Installation } from "../database/installation.ts";
import { explainHsmErrors, openConfiguredHsm, openHsmRoot } from "./root-of-trust.ts";

export interface KeyMove {
  /** Data keys that were wrapped again with the HSM's master key. */
  readonly dataKeys: number;
  /** Base keys that are now inside the HSM. */
  readonly baseKeys: number;
  /** First components of imports that are not finished. */
  readonly pendingImports: number;
  readonly oldKeyId: string;
  readonly newKeyId: string;
}

export type MasterKeyMove = MasterKeyRotation;

export interface MoveEvents {
  /** In the transaction that replaces the master key. */
  readonly recordMasterKey: RecordReplacement;
  /** After its commit, before the base keys are moved. Not called if the master key was in the HSM. */
  readonly onMasterKeyMoved: (done: MasterKeyMove) => void;
}

/** Repeats what a crash has left out, and does nothing that is done. */
export async function moveInstallationKeys(
  installation: Installation & { readonly custody: StoredKeyCustody },
  { recordMasterKey, onMasterKeyMoved }: MoveEvents,
): Promise<KeyMove> {
  const { owner, custody } = installation;
  const { hsmKeys, allKeys, close } = await openHsmRoot(installation);
  try {
    return await explainHsmErrors(async () => {
      const keys = { from: allKeys, hsm: hsmKeys };
      const master = await moveMasterKeyToHsm(owner, keys, recordMasterKey);
      if (!master.wasInHsm) onMasterKeyMoved(master);
      const { count, oldKeyId, newKeyId } = master;
      const { moved, pending } = await custody.moveBaseKeys();
      return { dataKeys: count, baseKeys: moved, pendingImports: pending, oldKeyId, newKeyId };
    });
  } finally {
    await close();
  }
}

/** Does nothing if the HSM has a master key with the label of the setting. */
export async function createInstallationMasterKey(
  config: Config,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { keys, close } = await openConfiguredHsm(
    { ...config, hsmSessions: 1 },
    await findDataDir(config),
  );
  try {
    const { key, isNew } = await explainHsmErrors(() => keys.ensureKey());
    return { id: key.id, isNew };
  } finally {
    await close();
  }
}
