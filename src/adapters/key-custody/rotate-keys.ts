/**
 * Rotates keys while the product runs. There are two kinds of rotation:
 *
 * - Replace the master key regularly, or if it may have leaked. Every data key is wrapped again in
 *   one transaction; sealed values do not change. A process that finds both keys (in its settings, in
 *   a key file or in an HSM) is not affected. A process with only the old key continues with the data
 *   keys it has, and reports `master_key_replaced` when it needs another one.
 * - Retire data keys if one may have leaked, or to limit how much one of them protects. Within a
 *   second every process seals with a new key. Retired keys still open what they sealed, and jobs
 *   reseal old values. A retired key that is no longer used can be destroyed. This is final.
 *
 * If a master key has leaked together with the database, do both, in this order. Only the owner of
 * the tables may replace the master key or destroy a data key.
 */
import type { Database } from "../../db/database.ts";
import { CustodyError } from "../../ports/key-custody.ts";
import { inParallel } from "../../values/in-parallel.ts";
import { DataKeyStore, type MasterKeyRow } from "./data-key-store.ts";
import type { DataKeyName, RootKey } from "./root-key.ts";

export interface MasterKeyRotation {
  /** The number of data keys that were wrapped again. */
  readonly count: number;
  readonly oldKeyId: string;
  readonly newKeyId: string;
}

/** An HSM works on several calls at a time. */
const AT_ONCE = 8;

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

/** Locks the data keys until the transaction ends, and returns the current master key. */
export async function lockMasterKey(store: DataKeyStore): Promise<MasterKeyRow> {
  await store.lockDataKeys();
  const current = await store.findCurrentMasterKey();
  if (current === undefined) throw new Error("This database has no master key yet.");
  return current;
}

/** Wraps every data key with another master key. Call it in the transaction of lockMasterKey. */
export async function rewrapDataKeys(
  store: DataKeyStore,
  current: MasterKeyRow,
  { from, to }: { readonly from: RootKey; readonly to: RootKey },
): Promise<MasterKeyRotation> {
  if (!from.proof.equals(current.proof)) throw new CustodyError("master_key_replaced");
  if (to.proof.equals(current.proof)) {
    throw new RangeError("The new master key is the same as the old one.");
  }
  const rows = await store.listWrappedUnder(current.id);
  const fresh = await inParallel(rows, AT_ONCE, async (row) => ({
    id: row.id,
    wrapped: await rewrapOne(row, from, to),
  }));
  await store.rewrapDataKeys(await store.addSuccessor(current.id, to.proof), fresh);
  await store.removeMasterKey(current.id);
  return { count: rows.length, oldKeyId: from.id, newKeyId: to.id };
}

async function rewrapOne(
  row: DataKeyName & { readonly wrapped: Buffer },
  from: RootKey,
  to: RootKey,
): Promise<Buffer> {
  const key = await from.unwrap(row.wrapped, row);
  try {
    return await to.wrap(key, row);
  } finally {
    key.fill(0);
  }
}
