/** Whether the master keys of this process fit the database, by opening a key that is wrapped there. */
import { CustodyError, type MasterKeyState } from "../../ports/key-custody.ts";
import { StartError } from "../../ports/start-error.ts";
import type { CheckValue, DataKeyStore } from "./data-key-store.ts";
import { keyIdOf, type MasterKey } from "./master-key.ts";
import type { MasterKeyRing } from "./master-key-ring.ts";

export async function checkMasterKey(
  store: DataKeyStore,
  ring: MasterKeyRing,
): Promise<MasterKeyState> {
  const value = await store.checkValue();
  if (value === undefined) return { kind: "fits" };
  const key = await ring.find(value.proof).catch(asMissing);
  if (key === undefined) {
    return { kind: "other_key_needed", neededId: keyIdOf(value.proof), givenIds: ring.ids };
  }
  if (!opens(key, value)) return { kind: "does_not_open" };
  return lookAtSource(ring, value.proof);
}

/** Refuses a key that does not fit, before anything is written. It reads and changes nothing. */
export async function refuseWrongMasterKey(
  store: DataKeyStore,
  ring: MasterKeyRing,
): Promise<void> {
  if (!(await store.isThere())) return;
  const state = await checkMasterKey(store, ring);
  if (state.kind === "other_key_needed" || state.kind === "does_not_open") {
    throw new StartError(wrongKeyWords(state));
  }
}

export function wrongKeyWords(state: MasterKeyState): string {
  if (state.kind !== "other_key_needed") {
    return "The master key does not open the keys in this database: they were changed or damaged.";
  }
  const { neededId, givenIds } = state;
  const given =
    givenIds.length === 0 ? "none was given" : `the one given is ${givenIds.join(", ")}`;
  return `The master key is not the one that this database needs: it needs ${neededId}, and ${given}.`;
}

/** A file that cannot be read holds no fitting key. */
function asMissing(error: unknown): undefined {
  if (!(error instanceof StartError)) throw error;
}

function opens(key: MasterKey, { id, wrapped }: CheckValue): boolean {
  if (id === null || wrapped === null) return true;
  try {
    key.unwrap(wrapped, { id, purpose: "fingerprint" }).fill(0);
    return true;
  } catch (error) {
    if (error instanceof CustodyError) return false;
    throw error;
  }
}

async function lookAtSource(ring: MasterKeyRing, proof: Uint8Array): Promise<MasterKeyState> {
  try {
    if (await ring.isInSource(proof)) return { kind: "fits" };
    const why = `The key file no longer holds master key ${keyIdOf(proof)}.`;
    return { kind: "fits_until_restart", why };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { kind: "fits_until_restart", why: error.message };
  }
}
