/**
 * Replaces a master key in software: two given keys, or the keys of a file. A process with both keys,
 * or with a key file, is not affected.
 */
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { CustodyError } from "../../../ports/key-custody.ts";
import type { Secret } from "../../../values/secret.ts";
import { DataKeyStore, type MasterKeyRow } from "../data-key-store.ts";
import { proofKeyId } from "../root-key.ts";
import { lockMasterKey, type MasterKeyRotation, rewrapDataKeys } from "../rotate-keys.ts";
import { MasterKey, masterKeyId } from "./master-key.ts";
import { randomKey, readKeyFile, replaceKeyFile, writeOldKeyFile } from "./master-key-file.ts";

export interface KeyFileRotation extends MasterKeyRotation {
  /** The files of the keys that are no longer in the key file. */
  readonly keptIn: readonly string[];
}

/** Saves the keys that will be removed from the key file, and returns the files. */
export type SaveOldKeys = (keys: readonly Secret[]) => Promise<readonly string[]>;

/** Wraps every data key with another master key. */
export async function rotateMasterKey(
  owner: DatabasePool,
  from: Secret,
  to: Secret,
): Promise<MasterKeyRotation> {
  return owner.atomically(async (db) => {
    const store = new DataKeyStore(db);
    return rewrapSecrets(store, await lockMasterKey(store), { from, to });
  });
}

/**
 * The same for a key in a file. The file has both keys while the database changes, so it is valid
 * after a crash at any moment. Backups from before the rotation need the old key, so a key is saved
 * elsewhere before it is removed from the file.
 */
export async function rotateMasterKeyFile(
  owner: DatabasePool,
  file: string,
  keep: SaveOldKeys = (keys) => saveBesideFile(file, keys),
): Promise<KeyFileRotation> {
  const next = randomKey();
  const begun = await owner.atomically(async (db) => {
    const store = new DataKeyStore(db);
    const current = await lockMasterKey(store);
    const { fitting: key, others } = await readKeysInFile(file, current);
    const keptIn = others.length === 0 ? [] : await keep(others);
    await replaceKeyFile(file, [key, next]);
    return { ...(await rewrapSecrets(store, current, { from: key, to: next })), keptIn };
  });
  const keptIn = await owner.atomically((db) => dropOldKeys(db, file, keep));
  return { ...begun, keptIn: [...begun.keptIn, ...keptIn] };
}

async function rewrapSecrets(
  store: DataKeyStore,
  current: MasterKeyRow,
  keys: { readonly from: Secret; readonly to: Secret },
): Promise<MasterKeyRotation> {
  const [from, to] = [new MasterKey(keys.from), new MasterKey(keys.to)];
  try {
    return await rewrapDataKeys(store, current, { from, to });
  } finally {
    from.wipe();
    to.wipe();
  }
}

/** Takes the lock of a rotation, because another one may have started since ours was committed. */
async function dropOldKeys(
  db: Database,
  file: string,
  keep: SaveOldKeys,
): Promise<readonly string[]> {
  const current = await lockMasterKey(new DataKeyStore(db));
  const { fitting, others } = await readKeysInFile(file, current);
  const keptIn = others.length === 0 ? [] : await keep(others);
  await replaceKeyFile(file, [fitting]);
  return keptIn;
}

async function readKeysInFile(file: string, { proof }: MasterKeyRow) {
  const keys = await readKeyFile(file, { mustBePrivate: false });
  const isFitting = (key: Secret) => masterKeyId(key) === proofKeyId(proof);
  const fitting = keys.find(isFitting);
  if (fitting === undefined) throw new CustodyError("master_key_replaced");
  return { fitting, others: keys.filter((key) => !isFitting(key)) };
}

/** One file per key, named by the key's id and readable by its owner only. */
async function saveBesideFile(file: string, keys: readonly Secret[]): Promise<readonly string[]> {
  const kept = keys.map((key) => ({ key, place: `${file}.${masterKeyId(key)}` }));
  for (const { key, place } of kept) await writeOldKeyFile(place, { key, like: file });
  return kept.map(({ place }) => place);
}
