/**
 * Opens every stored data key and base key, for `doctor`. It creates and changes nothing, so it can
 * run before the first start and beside a running gateway.
 */
import type { Database } from "../../db/database.ts";
import { CustodyError, type StoredKeysReport } from "../../ports/key-custody.ts";
import { inParallel } from "../../values/in-parallel.ts";
import { isPublished, keyCheckValue } from "./base-keys/base-key-rules.ts";
import { BaseKeyStore, type CheckedBaseKey } from "./base-keys/base-key-store.ts";
import { BaseKeyVault } from "./base-keys/base-key-vault.ts";
import { DataKeyStore, type WrappedKey } from "./data-key-store.ts";
import { isMissingKey } from "./hsm/hsm-errors.ts";
import { OpeningSealer } from "./opening-sealer.ts";
import type { RootKey, RootKeys, RootOfTrust } from "./root-key.ts";

/** So that the calls of an HSM with one session do not wait for each other until they time out. */
const AT_ONCE = 4;
/** An HSM shows that it has a key by deriving the initial key of a device that does not exist. */
const NO_DEVICE = "0".repeat(16);

export async function checkStoredKeys(db: Database, root: RootOfTrust): Promise<StoredKeysReport> {
  const store = new DataKeyStore(db);
  const dataKeys = await store.listWrappedKeys();
  const baseKeys = await new BaseKeyStore(db).listActiveWithCheckValues();
  // It only opens: a sealer would create a data key.
  const sealer = new OpeningSealer(db, root.keys);
  try {
    const vault = new BaseKeyVault({ sealer, held: root.heldBaseKeys });
    const states = await inParallel(baseKeys, AT_ONCE, (row) => checkBaseKey(vault, row));
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
    sealer.close();
  }
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
    if (error instanceof CustodyError || isMissingKey(error)) return "unreadable";
    throw error;
  }
}

/** The HSM computes the check value itself. The derivation also needs the variant of a TDES key. */
async function checkHeldKey(vault: BaseKeyVault, row: CheckedBaseKey): Promise<BaseKeyState> {
  if ((await vault.computeHeldCheckValue(row)) !== row.checkValue) return "differs";
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
