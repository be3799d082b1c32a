/**
 * Moves whole base keys from the database into the HSM. Each row changes in one statement, and only
 * if nobody else has changed it, so the move can be repeated after a crash at any moment. A key that a
 * crash left in the HSM without a row is never used.
 */
import { StartError } from "../../../ports/start-error.ts";
import { keyCheckValue } from "./base-key-rules.ts";
import type { BaseKeyStore, CheckedBaseKey } from "./base-key-store.ts";
import type { BaseKeyVault } from "./base-key-vault.ts";

export interface BaseKeyMoveNeeds {
  readonly store: BaseKeyStore;
  readonly vault: BaseKeyVault;
}

export interface BaseKeyMove {
  readonly moved: number;
  /** First components of imports that are not finished. They stay encrypted in the database. */
  readonly pending: number;
}

export async function moveBaseKeys(needs: BaseKeyMoveNeeds): Promise<BaseKeyMove> {
  let moved = 0;
  for (const row of await needs.store.listOutsideHsm()) {
    if (await moveBaseKey(needs, row)) moved++;
  }
  return { moved, pending: await needs.store.countPending() };
}

async function moveBaseKey(
  { store, vault }: BaseKeyMoveNeeds,
  row: CheckedBaseKey,
): Promise<boolean> {
  const key = await vault.openSealed(row);
  try {
    requireCheckValue(row, key);
    const { sealed, discard } = await vault.store(row, key);
    if (await store.moveToHsm(row.id, row.sealed, sealed)) return true;
    await discard();
    return false;
  } finally {
    key.fill(0);
  }
}

/** A key in the HSM cannot be read any more, so this is the last chance to check it. */
function requireCheckValue(row: CheckedBaseKey, key: Buffer): void {
  if (keyCheckValue(row.kind, key) === row.checkValue) return;
  throw new StartError(`The base key ${row.name} does not have its check value. It was not moved.`);
}
