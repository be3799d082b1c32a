/**
 * Finds the base key that claims a KSN and derives the terminal's key from it. Derived keys are kept
 * for a while; a base key that is retired stops answering within a second, in every process.
 */
import type { InitialKey, TerminalKeys } from "../../ports/key-custody.ts";
import { type BaseKeyRow, type BaseKeyStore, contextOf } from "./base-key-store.ts";
import { AES_KSN_BYTES, deriveInitialKey, deviceOf, isAes, TDES_KSN_BYTES } from "./initial-key.ts";
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

  async initialKey(ksn: Uint8Array): Promise<InitialKey | undefined> {
    if (ksn.length !== TDES_KSN_BYTES && ksn.length !== AES_KSN_BYTES) {
      throw new RangeError(`a KSN has ${TDES_KSN_BYTES} or ${AES_KSN_BYTES} bytes`);
    }
    if (!this.#recheck.isGood()) await this.#recheck.look();
    const device = deviceOf(ksn);
    const base = claimantOf(this.#active, device, ksn.length === AES_KSN_BYTES);
    return base && { kind: base.kind, baseKey: base.name, key: await this.#keyOf(base, device) };
  }

  async #keyOf(base: BaseKeyRow, device: string): Promise<Buffer> {
    const { sealer, memory } = this.#needs;
    const place = `${base.id}/${device}`;
    const known = memory.get(place);
    if (known !== undefined) return copyOf(known);
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
  const claiming = rows.filter(
    ({ kind, ksi }) => isAes(kind) === wantsAes && device.startsWith(ksi ?? ""),
  );
  return claiming.reduce<Row | undefined>(
    (best, row) => ((row.ksi ?? "").length >= (best?.ksi ?? "").length ? row : best),
    undefined,
  );
}
