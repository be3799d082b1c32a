/**
 * Rotation, by command and under load. There are two kinds, and they protect against two things:
 *
 * - The master key is replaced when it may have been seen, or by the calendar. Every data key is
 *   wrapped anew in one transaction; no sealed value changes. Processes follow: who knows both keys,
 *   or reads them from a file, goes on as if nothing had happened. Who was given the old key alone
 *   keeps sealing and opening with the data keys it holds, and says `master_key_replaced` when it
 *   needs another one. So: start every process with both keys, rotate, then take the old one away.
 * - Data keys are retired when one may have been seen, or to bound what one of them protects. Within
 *   a second every process seals under a fresh key. Retired keys go on opening what they sealed;
 *   jobs bring old values over with `reseal`. A retired key that nothing is sealed with any more may
 *   be destroyed, which nobody can undo.
 *
 * After a master key has leaked together with the database, do both, in this order.
 * Only the owner of the tables may replace the master key or destroy a data key.
 */

import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { CustodyError } from "../../ports/key-custody.ts";
import type { Secret } from "../../values/secret.ts";
import { DataKeyStore, type MasterKeyRow } from "./data-key-store.ts";
import { type DataKeyName, keyIdOf, MasterKey, masterKeyId } from "./master-key.ts";
import { keepKeyFile, randomKey, readKeyFile, replaceKeyFile } from "./master-key-file.ts";

export interface MasterKeyRotation {
  /** How many data keys were wrapped anew. */
  readonly count: number;
  readonly oldKeyId: string;
  readonly newKeyId: string;
}

export interface KeyFileRotation extends MasterKeyRotation {
  /** Where the keys are that are no longer in the key file. */
  readonly keptIn: readonly string[];
}

/** Takes the keys that are about to leave the key file, and says which files they are in now. */
export type KeepOldKeys = (keys: readonly Secret[]) => Promise<readonly string[]>;

/** Wraps every data key under another master key. */
export async function rotateMasterKey(
  owner: DatabasePool,
  from: Secret,
  to: Secret,
): Promise<MasterKeyRotation> {
  const count = await owner.atomically(async (db) => {
    const store = new DataKeyStore(db);
    return rewrapAll(store, await lockedMasterKey(store), { from, to });
  });
  return { count, oldKeyId: masterKeyId(from), newKeyId: masterKeyId(to) };
}

/**
 * The same for a key that stands in a file of ours. Both keys stand in it while the database
 * changes, so a crash at any moment leaves a file that fits. Backups from before the rotation need
 * the old key, so no key leaves the file before it is kept elsewhere.
 */
export async function rotateMasterKeyFile(
  owner: DatabasePool,
  file: string,
  keep: KeepOldKeys = (keys) => keepBeside(file, keys),
): Promise<KeyFileRotation> {
  const next = randomKey();
  const begun = await owner.atomically(async (db) => {
    const store = new DataKeyStore(db);
    const current = await lockedMasterKey(store);
    const { fitting: key, others } = await keysInFile(file, current);
    const keptIn = others.length === 0 ? [] : await keep(others);
    await replaceKeyFile(file, [key, next]);
    const count = await rewrapAll(store, current, { from: key, to: next });
    return { count, oldKeyId: masterKeyId(key), newKeyId: masterKeyId(next), keptIn };
  });
  const keptIn = await owner.atomically((db) => dropOldKeys(db, file, keep));
  return { ...begun, keptIn: [...begun.keptIn, ...keptIn] };
}

/** From now on every process seals under a fresh key. How many keys that retired. */
export async function rotateDataKeys(db: Database): Promise<number> {
  return new DataKeyStore(db).retireSealKeys();
}

/**
 * Destroys a data key that was retired over an hour ago, when nothing is sealed with it any more.
 * Base keys are looked at here; the caller looks at its own tables.
 */
export async function destroyDataKey(
  owner: Database,
  id: string,
  isInUse: (id: string) => Promise<boolean>,
): Promise<boolean> {
  if (await isInUse(id)) return false;
  return new DataKeyStore(owner).destroy(id);
}

async function lockedMasterKey(store: DataKeyStore): Promise<MasterKeyRow> {
  await store.lock();
  const current = await store.currentMasterKey();
  if (current === undefined) throw new Error("this database has no master key yet");
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
    if (to.isProvedBy(current.proof)) throw new RangeError("the new master key is the old one");
    const rows = await store.wrappedUnder(current.id);
    const fresh = rows.map((row) => ({ id: row.id, wrapped: rewrapped(row, from, to) }));
    await store.rewrap(await store.addSuccessor(current.id, to.proof), fresh);
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

/** Under the same lock as a rotation: another one may have begun since ours was committed. */
async function dropOldKeys(
  db: Database,
  file: string,
  keep: KeepOldKeys,
): Promise<readonly string[]> {
  const current = await lockedMasterKey(new DataKeyStore(db));
  const { fitting, others } = await keysInFile(file, current);
  const keptIn = others.length === 0 ? [] : await keep(others);
  await replaceKeyFile(file, [fitting]);
  return keptIn;
}

async function keysInFile(file: string, { proof }: MasterKeyRow) {
  const keys = await readKeyFile(file, { mustBePrivate: false });
  const isFitting = (key: Secret) => masterKeyId(key) === keyIdOf(proof);
  const fitting = keys.find(isFitting);
  if (fitting === undefined) throw new CustodyError("master_key_replaced");
  return { fitting, others: keys.filter((key) => !isFitting(key)) };
}

/** Each key has its own file, named after the key and readable by its owner only. */
async function keepBeside(file: string, keys: readonly Secret[]): Promise<readonly string[]> {
  const kept = keys.map((key) => ({ key, place: `${file}.${masterKeyId(key)}` }));
  for (const { key, place } of kept) await keepKeyFile(place, { key, like: file });
  return kept.map(({ place }) => place);
}
