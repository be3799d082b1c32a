/**
 * Where whole base keys are: sealed in the database, or inside an HSM, which derives terminal keys
 * itself. The database then has a sealed reference, so that no row can be made to use another key.
 */
import type { BaseKeyClaim } from "../../../ports/key-custody.ts";
import type { HeldBaseKeys } from "../root-key.ts";
import type { Sealer } from "../sealer.ts";
import { isPublished } from "./base-key-rules.ts";
import { type BaseKeyRow, baseKeyContext } from "./base-key-store.ts";
import { deriveInitialKey } from "./initial-key.ts";

export interface BaseKeyVaultNeeds {
  readonly sealer: Pick<Sealer, "seal" | "open">;
  /** Absent without an HSM. */
  readonly held: HeldBaseKeys | undefined;
}

export class BaseKeyVault {
  readonly #needs: BaseKeyVaultNeeds;

  constructor(needs: BaseKeyVaultNeeds) {
    this.#needs = needs;
  }

  /**
   * Stores a whole key. Call `discard` only if the database has refused its row: after any other error
   * the row may be there.
   */
  async store(claim: BaseKeyClaim, key: Buffer) {
    const { sealer, held } = this.#needs;
    if (held === undefined) {
      const sealed = await sealer.seal(key, baseKeyContext(claim, "sealed"));
      return { heldIn: "database", sealed, discard: async () => {} } as const;
    }
    const id = await held.importKey(claim, key);
    const discard = () => held.destroyKey(id);
    try {
      const reference = Buffer.concat([Buffer.of(isPublished(claim.kind, key) ? 1 : 0), id]);
      const sealed = await sealer.seal(reference, baseKeyContext(claim, "reference"));
      return { heldIn: "hsm", sealed, discard } as const;
    } catch (error) {
      await discard();
      throw error;
    }
  }

  /** Derives the initial key of a device. */
  async derive(row: BaseKeyRow, device: string): Promise<Buffer> {
    if (row.heldIn === "hsm") return this.#deriveInHsm(row, device);
    const baseKey = await this.openSealed(row);
    try {
      return deriveInitialKey(row.kind, baseKey, device);
    } finally {
      baseKey.fill(0);
    }
  }

  /** The clear key of a row that is not in an HSM. The caller wipes it. */
  openSealed(row: BaseKeyRow): Promise<Buffer> {
    return this.#needs.sealer.open(row.sealed, baseKeyContext(row, "sealed"));
  }

  /** Whether this is a published test key. A key in an HSM was compared when it was stored. */
  async isPublished(row: BaseKeyRow): Promise<boolean> {
    if (row.heldIn === "hsm") return (await this.#openReference(row)).isPublished;
    const key = await this.openSealed(row);
    try {
      return isPublished(row.kind, key);
    } finally {
      key.fill(0);
    }
  }

  /** The check value of a key in an HSM, which computes it. */
  async computeHeldCheckValue(row: BaseKeyRow): Promise<string> {
    const held = this.#requireHeld(row);
    const { id } = await this.#openReference(row);
    return held.computeCheckValue(id, row);
  }

  async #deriveInHsm(row: BaseKeyRow, device: string): Promise<Buffer> {
    const held = this.#requireHeld(row);
    const { id } = await this.#openReference(row);
    return held.deriveKey(id, row, device);
  }

  #requireHeld({ name }: BaseKeyRow): HeldBaseKeys {
    const { held } = this.#needs;
    if (held !== undefined) return held;
    throw new Error(`The base key ${name} is in an HSM, but HSM_MODULE is not set.`);
  }

  /** A byte that says whether the key is published, and the id of the key in the HSM. */
  async #openReference(row: BaseKeyRow) {
    const reference = await this.#needs.sealer.open(row.sealed, baseKeyContext(row, "reference"));
    return { isPublished: reference[0] === 1, id: reference.subarray(1) };
  }
}
