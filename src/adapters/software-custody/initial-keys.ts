/**
 * Finds the base key that claims a KSN and derives the terminal's key from it. Derived keys are kept
 * for a while; a base key that is retired stops answering within a second, in every process.
 */
import type { InitialKey, TerminalKeys } from "../../ports/key-custody.ts";
import { type BaseKeyRow, type BaseKeyStore, contextOf } from "./base-key-store.ts";
import {
  AES_KSN_DIGITS,
  deriveInitialKey,
  deviceOf,
  isAes,
  TDES_KSN_DIGITS,
} from "./initial-key.ts";
import { copyOf, type KeyMemory } from "./key-memory.ts";
import { Recheck } from "./recheck.ts";
import type { Sealer } from "./sealer.ts";

export interface InitialKeyNeeds {
  readonly store: BaseKeyStore;
  readonly sealer: Sealer;
  readonly memory: KeyMemory;
  readonly nowMs: () => number;
}

export class InitialKeys implements TerminalKeys {
  readonly #needs: InitialKeyNeeds;
  readonly #recheck: Recheck;
  #active: readonly BaseKeyRow[] = [];

  constructor(needs: InitialKeyNeeds) {
    this.#needs = needs;
    this.#recheck = new Recheck(async () => {
      this.#active = await needs.store.listActive();
    }, needs.nowMs);
  }

  async initialKey(ksn: string): Promise<InitialKey | undefined> {
    if (ksn.length !== TDES_KSN_DIGITS && ksn.length !== AES_KSN_DIGITS) {
      throw new RangeError(`a KSN has ${TDES_KSN_DIGITS} or ${AES_KSN_DIGITS} hex digits`);
    }
    if (!this.#recheck.isGood()) await this.#recheck.look();
    const device = deviceOf(ksn);
    const base = claimantOf(this.#active, device, ksn.length === AES_KSN_DIGITS);
    if (base === undefined) return undefined;
    const place = `${base.id}/${device}`;
    const known = this.#needs.memory.get(place);
    const key = known === undefined ? await this.#derive(base, device, place) : copyOf(known);
    return { kind: base.kind, baseKey: base.name, key };
  }

  async #derive(base: BaseKeyRow, device: string, place: string): Promise<Buffer> {
    const { sealer, memory } = this.#needs;
    const baseKey = await sealer.open(base.sealed, contextOf(base, "sealed"));
    const key = deriveInitialKey(base.kind, baseKey, device);
    baseKey.fill(0);
    memory.keep(place, copyOf(key));
    return key;
  }
}

/** The longest KSI that the KSN begins with; a key without one stands behind all others. */
export function claimantOf<Row extends Pick<BaseKeyRow, "kind" | "ksi">>(
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
