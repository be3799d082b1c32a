/**
 * Opens every stored data key and base key, for `doctor`. It creates and changes nothing, so it can
 * run before the first start and beside a running gateway.
 */
import type { Database } from "../../db/database.ts";
import { CustodyError, type StoredKeysReport } from "../../ports/key-custody.ts";
import { isPublished, keyCheckValue } from "./base-keys/base-key-rules.ts";
import { BaseKeyStore, baseKeyContext, type CheckedBaseKey } from "./base-keys/base-key-store.ts";
import { DataKeyStore, type WrappedKey } from "./data-key-store.ts";
import { DataKeys } from "./data-keys.ts";
import { KeyMemory } from "./key-memory.ts";
import type { MasterKey } from "./master-key/master-key.ts";
import type { MasterKeyRing } from "./master-key/master-key-ring.ts";
import { openUnder, sealedDataKeyId } from "./sealed-value.ts";

const KEYS_IN_MEMORY = 100;

export async function checkStoredKeys(
  db: Database,
  ring: MasterKeyRing,
): Promise<StoredKeysReport> {
  const store = new DataKeyStore(db);
  const dataKeys = await store.listWrappedKeys();
  const baseKeys = await new BaseKeyStore(db).listActiveWithCheckValues();
  const memory = new KeyMemory(KEYS_IN_MEMORY);
  try {
    const keys = new DataKeys({ store, ring, memory });
    const states = await Promise.all(baseKeys.map((row) => checkBaseKey(keys, row)));
    const named = (state: BaseKeyState) =>
      baseKeys.filter((_, at) => states[at] === state).map(({ name }) => name);
    return {
      dataKeys: dataKeys.length,
      unreadableDataKeys: await listUnreadable(dataKeys, ring),
      baseKeys: baseKeys.length,
      unreadableBaseKeys: named("unreadable"),
      differingBaseKeys: named("differs"),
      publishedBaseKeys: named("published"),
    };
  } finally {
    memory.clear();
  }
}

async function listUnreadable(
  rows: readonly WrappedKey[],
  ring: MasterKeyRing,
): Promise<readonly string[]> {
  const unreadable: string[] = [];
  for (const row of rows) {
    if (!canUnwrapKey(await ring.find(row.proof), row)) unreadable.push(row.id);
  }
  return unreadable;
}

function canUnwrapKey(master: MasterKey | undefined, row: WrappedKey): boolean {
  try {
    master?.unwrap(row.wrapped, row).fill(0);
    return master !== undefined;
  } catch (error) {
    if (error instanceof CustodyError) return false;
    throw error;
  }
}

type BaseKeyState = "fits" | "unreadable" | "differs" | "published";

async function checkBaseKey(keys: DataKeys, row: CheckedBaseKey): Promise<BaseKeyState> {
  try {
    const id = sealedDataKeyId(row.sealed);
    const key = await keys.use({ id, purpose: "seal" }, (dataKey) =>
      openUnder(dataKey, row.sealed, baseKeyContext(row, "sealed")),
    );
    const state = judgeKey(row, key);
    key.fill(0);
    return state;
  } catch (error) {
    if (error instanceof CustodyError) return "unreadable";
    throw error;
  }
}

function judgeKey({ kind, checkValue }: CheckedBaseKey, key: Buffer): BaseKeyState {
  if (keyCheckValue(kind, key) !== checkValue) return "differs";
  return isPublished(kind, key) ? "published" : "fits";
}
