/**
 * Replaces the master key by one in the HSM: a key in software when an installation moves, or an
 * older key of the HSM. Data keys are wrapped again in one transaction. The old key stays where it
 * is, because backups need it.
 */
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { CustodyError } from "../../../ports/key-custody.ts";
import { DataKeyStore } from "../data-key-store.ts";
import type { RootKey, RootKeys } from "../root-key.ts";
import { lockMasterKey, type MasterKeyRotation, rewrapDataKeys } from "../rotate-keys.ts";
import type { HsmMasterKeys } from "./hsm-root.ts";

/** The master key is not in the HSM, so it cannot be rotated there. */
export class NotInHsm extends Error {
  override readonly name = "NotInHsm";
}

/** Creates another master key in the HSM and wraps every data key with it. */
export async function rotateHsmMasterKey(
  owner: DatabasePool,
  keys: HsmMasterKeys,
): Promise<MasterKeyRotation> {
  const { proof } = await new DataKeyStore(owner).requireMasterKey();
  if ((await keys.find(proof)) === undefined) throw new NotInHsm();
  const next = await keys.createKey();
  return replaceMasterKey(owner, { from: keys, to: next });
}

/** Runs in the transaction that replaces the master key, such as to write an audit entry. */
export type RecordReplacement = (db: Database, done: MasterKeyRotation) => Promise<void>;

export interface MoveToHsm extends MasterKeyRotation {
  /** The master key was already in the HSM, so no data key was wrapped again. */
  readonly wasInHsm: boolean;
}

/** Wraps every data key with the HSM's master key, unless that is done. */
export async function moveMasterKeyToHsm(
  owner: DatabasePool,
  { from, hsm }: { readonly from: RootKeys; readonly hsm: HsmMasterKeys },
  record: RecordReplacement = async () => {},
): Promise<MoveToHsm> {
  const { proof } = await new DataKeyStore(owner).requireMasterKey();
  const present = await hsm.find(proof);
  if (present !== undefined) {
    return { count: 0, oldKeyId: present.id, newKeyId: present.id, wasInHsm: true };
  }
  const { key } = await hsm.ensureKey();
  return { ...(await replaceMasterKey(owner, { from, to: key }, record)), wasInHsm: false };
}

async function replaceMasterKey(
  owner: DatabasePool,
  { from: keys, to }: { readonly from: RootKeys; readonly to: RootKey },
  record: RecordReplacement = async () => {},
): Promise<MasterKeyRotation> {
  return owner.atomically(async (db) => {
    const store = new DataKeyStore(db);
    const current = await lockMasterKey(store);
    const from = await keys.find(current.proof);
    if (from === undefined) throw new CustodyError("master_key_replaced");
    const done = await rewrapDataKeys(store, current, { from, to });
    await record(db, done);
    return done;
  });
}
