/**
 * Opens every stored data key and base key, for `doctor`. It creates and changes nothing, so it can
 * run before the first start and beside a running gateway.
 */
import type { Database } from "../../db/database.ts";
import { CustodyError, type SealContext, type StoredKeysReport } from "../../ports/key-custody.ts";
import { isPublished, keyCheckValue } from "./base-keys/base-key-rules.ts";
import { BaseKeyStore, type CheckedBaseKey } from "./base-keys/base-key-store.ts";
import { BaseKeyVault } from "./base-keys/base-key-vault.ts";
import { DataKeyStore, type WrappedKey } from "./data-key-store.ts";
import { DataKeys } from "./data-keys.ts";
import { KeyMemory } from "./key-memory.ts";
import type { RootKey, RootKeys, RootOfTrust } from "./root-key.ts";
import { openUnder, sealedDataKeyId } from "./sealed-value.ts";

const KEYS_IN_MEMORY = 100;
/** An HSM shows that it has a key by deriving the initial key of a device that does not exist. */
const NO_DEVICE = "0".repeat(16);

export async function checkStoredKeys(db: Database, root: RootOfTrust): Promise<StoredKeysReport> {
  const store = new DataKeyStore(db);
  const dataKeys = await store.listWrappedKeys();
  const baseKeys = await new BaseKeyStore(db).listActiveWithCheckValues();
  const memory = new KeyMemory(KEYS_IN_MEMORY);
  try {
    const vault = openVault(new DataKeys({ store, rootKeys: root.keys, memory }), root);
    const states = await Promise.all(baseKeys.map((row) => checkBaseKey(vault, row)));
    const named = (state: BaseKeyState) =>
      baseKeys.filter((_, at) => states[at] === state).map(({ name }) => name);
    return {
      dataKeys: dataKeys.length,
      unreadableDataKeys: await listUnreadable(dataKeys, root.keys),
      baseKeys: baseKeys.length,
      unreadableBaseKeys: named("unreadable"),
      differingBaseKeys: named("differs"),
      publishedBaseKeys: named("published"),
    };
  } finally {
    memory.clear();
  }
}

/** Only opens: a sealer would create a data key. */
function openVault(dataKeys: DataKeys, { heldBaseKeys: held }: RootOfTrust): BaseKeyVault {
  const sealer = {
    open: (sealed: Uint8Array, context: SealContext) =>
      dataKeys.use({ id: sealedDataKeyId(sealed), purpose: "seal" }, (key) =>
        openUnder(key, sealed, context),
      ),
    seal: () => Promise.reject(new Error("checking keys must not seal")),
  };
  return new BaseKeyVault({ sealer, held });
}

async function listUnreadable(
  rows: readonly WrappedKey[],
  keys: RootKeys,
): Promise<readonly string[]> {
  const unreadable: string[] = [];
  for (const row of rows) {
    if (!(await canUnwrapKey(await keys.find(row.proof), row))) unreadable.push(row.id);
  }
  return unreadable;
}

async function canUnwrapKey(master: RootKey | undefined, row: WrappedKey): Promise<boolean> {
  try {
    (await master?.unwrap(row.wrapped, row))?.fill(0);
    return master !== undefined;
  } catch (error) {
    if (error instanceof CustodyError) return false;
    throw error;
  }
}

type BaseKeyState = "fits" | "unreadable" | "differs" | "published";

async function checkBaseKey(vault: BaseKeyVault, row: CheckedBaseKey): Promise<BaseKeyState> {
  try {
    return await (row.heldIn === "hsm" ? checkHeldKey(vault, row) : checkSealedKey(vault, row));
  } catch (error) {
    if (error instanceof CustodyError) return "unreadable";
    throw error;
  }
}

/** The check value of a key in an HSM was compared when the key was stored. */
async function checkHeldKey(vault: BaseKeyVault, row: CheckedBaseKey): Promise<BaseKeyState> {
  (await vault.derive(row, NO_DEVICE)).fill(0);
  return (await vault.isPublished(row)) ? "published" : "fits";
}

async function checkSealedKey(vault: BaseKeyVault, row: CheckedBaseKey): Promise<BaseKeyState> {
  const key = await vault.openSealed(row);
  try {
    if (keyCheckValue(row.kind, key) !== row.checkValue) return "differs";
    return isPublished(row.kind, key) ? "published" : "fits";
  } finally {
    key.fill(0);
  }
}
