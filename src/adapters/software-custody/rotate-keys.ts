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
import { CustodyFault } from "../../ports/key-custody.ts";
import type { Secret } from "../../values/secret.ts";
import { DataKeyStore, type MasterKeyRow } from "./data-key-store.ts";
import { type DataKeyName, MasterKey } from "./master-key.ts";
import { randomKey, readKeyFile, replaceKeyFile } from "./master-key-file.ts";

/** Wraps every data key under another master key, and says how many there were. */
export async function rotateMasterKey(
  owner: DatabasePool,
  from: Secret,
  to: Secret,
): Promise<number> {
  return owner.atomically(async (db) => {
    const store = new DataKeyStore(db);
    return rewrapAll(store, await lockedMasterKey(store), { from, to });
  });
}

/**
 * The same for a key that stands in a file of ours. Both keys stand in it while the database
 * changes, so a crash at any moment leaves a file that fits.
 */
export async function rotateMasterKeyFile(owner: DatabasePool, file: string): Promise<number> {
  const next = randomKey();
  const count = await owner.atomically(async (db) => {
    const store = new DataKeyStore(db);
    const current = await lockedMasterKey(store);
    const key = await keyInFile(file, current);
    await replaceKeyFile(file, [key, next]);
    return rewrapAll(store, current, { from: key, to: next });
  });
  await owner.atomically((db) => dropOldKeys(db, file));
  return count;
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
    if (!from.isProvedBy(current.proof)) throw new CustodyFault("master_key_replaced");
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
async function dropOldKeys(db: Database, file: string): Promise<void> {
  const current = await lockedMasterKey(new DataKeyStore(db));
  await replaceKeyFile(file, [await keyInFile(file, current)]);
}

async function keyInFile(file: string, { proof }: MasterKeyRow): Promise<Secret> {
  const keys = await readKeyFile(file, { mustBePrivate: false });
  const fitting = keys.find((key) => {
    const master = new MasterKey(key);
    master.wipe();
    return master.isProvedBy(proof);
  });
  if (fitting === undefined) throw new CustodyFault("master_key_replaced");
  return fitting;
}
