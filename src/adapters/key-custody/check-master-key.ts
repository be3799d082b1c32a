/** Checks whether this process has the database's master key, by unwrapping a data key with it. */
import { CustodyError, type MasterKeyState } from "../../ports/key-custody.ts";
import { StartError } from "../../ports/start-error.ts";
import type { CheckValue, DataKeyStore } from "./data-key-store.ts";
import { proofKeyId, type RootKey, type RootKeys } from "./root-key.ts";

export async function checkMasterKey(store: DataKeyStore, keys: RootKeys): Promise<MasterKeyState> {
  const value = await store.findCheckValue();
  if (value === undefined) return { kind: "fits" };
  const key = await keys.find(value.proof).catch(ignoreStartError);
  if (key === undefined) {
    return { kind: "other_key_needed", neededId: proofKeyId(value.proof), givenIds: keys.ids };
  }
  if (!(await canUnwrap(key, value))) return { kind: "does_not_open" };
  return checkSource(keys, value.proof);
}

/** Throws if the master key is not the database's. Only reads. */
export async function refuseWrongMasterKey(store: DataKeyStore, keys: RootKeys): Promise<void> {
  if (!(await store.hasKeyTables())) return;
  const state = await checkMasterKey(store, keys);
  if (state.kind === "other_key_needed" || state.kind === "does_not_open") {
    throw new StartError(wrongKeyText(state));
  }
}

function wrongKeyText(state: MasterKeyState): string {
  if (state.kind !== "other_key_needed") {
    return "The master key is correct, but it cannot unwrap the data keys: they were changed or damaged.";
  }
  const { neededId, givenIds } = state;
  const given = givenIds.length === 0 ? "no key" : `key ${givenIds.join(", ")}`;
  return `The master key is not the one of this database: it needs key ${neededId}, but ${given} was given.`;
}

/** A file that cannot be read has no matching key. */
function ignoreStartError(error: unknown): undefined {
  if (!(error instanceof StartError)) throw error;
}

async function canUnwrap(key: RootKey, { id, wrapped }: CheckValue): Promise<boolean> {
  if (id === null || wrapped === null) return true;
  try {
    (await key.unwrap(wrapped, { id, purpose: "fingerprint" })).fill(0);
    return true;
  } catch (error) {
    if (error instanceof CustodyError) return false;
    throw error;
  }
}

async function checkSource(keys: RootKeys, proof: Uint8Array): Promise<MasterKeyState> {
  try {
    if (await keys.isInSource(proof)) return { kind: "fits" };
    const why = `The key file no longer contains master key ${proofKeyId(proof)}.`;
    return { kind: "fits_until_restart", why };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { kind: "fits_until_restart", why: error.message };
  }
}
