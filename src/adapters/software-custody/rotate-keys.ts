/**
 * Rotates keys while the product runs. There are two kinds of rotation:
 *
 * - Replace the master key regularly, or if it may have leaked. Every data key is wrapped again in
 *   one transaction; sealed values do not change. A process with both keys, or with a key file, is
 *   not affected. A process with only the old key continues with the data keys it has, and reports
 *   `master_key_replaced` when it needs another one. So start every process with both keys, rotate,
 *   then remove the old key.
 * - Retire data keys if one may have leaked, or to limit how much one of them protects. Within a
 *   second every process seals with a new key. Retired keys still open what they sealed, and jobs
 *   reseal old values. A retired key that is no longer used can be destroyed. This is final.
 *
 * If a master key has leaked together with the database, do both, in this order. Only the owner of
 * the tables may replace the master key or destroy a data key.
 */

import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { CustodyError } from "../../ports/key-custody.ts";
import type { Secret } from "../../values/secret.ts";
import { DataKeyStore, type MasterKeyRow } from "./data-key-store.ts";
import { type DataKeyName, MasterKey, masterKeyId, proofKeyId } from "./master-key/master-key.ts";
import {
  randomKey,
  readKeyFile,
  replaceKeyFile,
  writeOldKeyFile,
} from "./master-key/master-key-file.ts";

export interface MasterKeyRotation {
  /** The number of data keys that were wrapped again. */
  readonly count: number;
  readonly oldKeyId: string;
  readonly newKeyId: string;
}

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
  const count = await owner.atomically(async (db) => {
    const store = new DataKeyStore(db);
    return rewrapAll(store, await lockMasterKey(store), { from, to });
  });
  return { count, oldKeyId: masterKeyId(from), newKeyId: masterKeyId(to) };
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
    const count = await rewrapAll(store, current, { from: key, to: next });
    return { count, oldKeyId: masterKeyId(key), newKeyId: masterKeyId(next), keptIn };
  });
  const keptIn = await owner.atomically((db) => dropOldKeys(db, file, keep));
  return { ...begun, keptIn: [...begun.keptIn, ...keptIn] };
}

/** Makes every process seal with a new key. Returns the number of retired keys. */
export async function rotateDataKeys(db: Database): Promise<number> {
  return new DataKeyStore(db).retireSealKeys();
}

/**
 * Destroys a data key that was retired over an hour ago and is no longer used. This function checks
 * the base keys; the caller checks its own tables.
 */
export async function destroyDataKey(
  owner: Database,
  id: string,
  isInUse: (id: string) => Promise<boolean>,
): Promise<boolean> {
  if (await isInUse(id)) return false;
  return new DataKeyStore(owner).destroyRetiredKey(id);
}

async function lockMasterKey(store: DataKeyStore): Promise<MasterKeyRow> {
  await store.lockDataKeys();
  const current = await store.findCurrentMasterKey();
  if (current === undefined) throw new Error("This database has no master key yet.");
  return current;
}

async function rewrapAll(
  store: DataKeyStore,
  current: MasterKeyRow,
  keys: { readonly from: Secret; readonly to: Secret },
): Promise<number> {
  const [from, to] = [new MasterKey(keys.from), new MasterKey(keys.to)];
  try {
    if (!from.isProvedBy(current.proof)) throw new CustodyError("master_key_replaced");
    if (to.isProvedBy(current.proof))
      throw new RangeError("The new master key is the same as the old one.");
    const rows = await store.listWrappedUnder(current.id);
    const fresh = rows.map((row) => ({ id: row.id, wrapped: rewrapped(row, from, to) }));
    await store.rewrapDataKeys(await store.addSuccessor(current.id, to.proof), fresh);
    await store.removeMasterKey(current.id);
    return rows.length;
  } finally {
    from.wipe();
    to.wipe();
  }
}

function rewrapped(row: DataKeyName & { wrapped: Buffer }, from: MasterKey, to: MasterKey): Buffer {
  const key = from.unwrap(row.wrapped, row);
  const wrapped = to.wrap(key, row);
  key.fill(0);
  return wrapped;
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
