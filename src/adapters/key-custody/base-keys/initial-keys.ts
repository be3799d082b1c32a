/**
 * Finds the base key for a KSN and derives the terminal's key from it. Derived keys are cached. A
 * retired base key is no longer used after a second, in every process.
 */
import type { InitialKey, TerminalKeys } from "../../../ports/key-custody.ts";
import { copyKey, type KeyMemory } from "../key-memory.ts";
import { TimedRefresh } from "../timed-refresh.ts";
import type { BaseKeyRow, BaseKeyStore } from "./base-key-store.ts";
import type { BaseKeyVault } from "./base-key-vault.ts";
import { AES_KSN_DIGITS, isAes, ksnDevice, TDES_KSN_DIGITS } from "./initial-key.ts";

export interface InitialKeyNeeds {
  readonly store: BaseKeyStore;
  readonly vault: BaseKeyVault;
  readonly memory: KeyMemory;
  readonly nowMs: () => number;
}

export class InitialKeys implements TerminalKeys {
  readonly #needs: InitialKeyNeeds;
  readonly #refresh: TimedRefresh;
  #active: readonly BaseKeyRow[] = [];

  constructor(needs: InitialKeyNeeds) {
    this.#needs = needs;
    this.#refresh = new TimedRefresh(async () => {
      this.#active = await needs.store.listActive();
    }, needs.nowMs);
  }

  async initialKey(ksn: string): Promise<InitialKey | undefined> {
    if (ksn.length !== TDES_KSN_DIGITS && ksn.length !== AES_KSN_DIGITS) {
      throw new RangeError(`A KSN must have ${TDES_KSN_DIGITS} or ${AES_KSN_DIGITS} hex digits.`);
    }
    if (!this.#refresh.isFresh()) await this.#refresh.start();
    const device = ksnDevice(ksn);
    const base = findClaimant(this.#active, device, ksn.length === AES_KSN_DIGITS);
    if (base === undefined) return undefined;
    const place = `${base.id}/${device}`;
    const known = this.#needs.memory.get(place);
    const key = known === undefined ? await this.#derive(base, device, place) : copyKey(known);
    return { kind: base.kind, baseKey: base.name, key };
  }

  async #derive(base: BaseKeyRow, device: string, place: string): Promise<Buffer> {
    const { vault, memory } = this.#needs;
    const key = await vault.derive(base, device);
    memory.set(place, copyKey(key));
    return key;
  }
}

/** The key with the longest KSI that the KSN starts with, or else a key without a KSI. */
export function findClaimant<Row extends Pick<BaseKeyRow, "kind" | "ksi">>(
  rows: readonly Row[],
  device: string,
  wantsAes: boolean,
): Row | undefined {
  let best: Row | undefined;
  for (const row of rows) {
    const ksi = row.ksi ?? "";
    if (isAes(row.kind) !== wantsAes || !device.startsWith(ksi)) continue;
    if (ksi.length >= (best?.ksi ?? "").length) best = row;
  }
  return best;
}
