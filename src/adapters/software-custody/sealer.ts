/**
 * Seals with this process's own data key and opens what any process sealed. The key is made at the
 * first seal, counts its seals, and is replaced when it has made enough or was retired. After a lost
 * connection it is looked up again before the next seal: another server may not have its row.
 */
import { CustodyError, type SealContext } from "../../ports/key-custody.ts";
import type { DataKeyStore } from "./data-key-store.ts";
import type { DataKeys } from "./data-keys.ts";
import { Recheck } from "./recheck.ts";
import { dataKeyIdOf, openUnder, SEALS_MAX, sealUnder } from "./sealed-value.ts";

export interface SealerNeeds {
  readonly store: DataKeyStore;
  readonly dataKeys: DataKeys;
  readonly nowMs: () => number;
  readonly sealsPerKey: number;
  /** How many database connections custody has lost so far. */
  readonly connectionLosses: () => number;
}

interface OwnKey {
  readonly keyId: bigint;
  readonly key: Buffer;
  count: number;
}

export class Sealer {
  readonly #needs: SealerNeeds;
  readonly #recheck: Recheck;
  #own: OwnKey | undefined;
  /** As many connections were lost when the key was last looked up. */
  #losses = 0;

  constructor(needs: SealerNeeds) {
    if (!(needs.sealsPerKey >= 1 && needs.sealsPerKey <= SEALS_MAX)) {
      throw new RangeError(`a data key makes 1 to ${SEALS_MAX} seals`);
    }
    this.#needs = needs;
    this.#recheck = new Recheck(() => this.#ensureKey(), needs.nowMs);
  }

  async seal(plain: string | Uint8Array, context: SealContext): Promise<Buffer> {
    let isGood = this.#recheck.isGood() && !this.#isAfterLoss;
    for (;;) {
      const own = this.#own;
      if (isGood && own !== undefined && this.#hasSealsLeft(own)) {
        const sealed = sealUnder(own, plain, context);
        own.count++;
        return sealed;
      }
      await this.#recheck.look();
      isGood = !this.#isAfterLoss;
    }
  }

  /** The plain bytes; whoever asked for them wipes them. */
  async open(sealed: Uint8Array, context: SealContext): Promise<Buffer> {
    const id = dataKeyIdOf(sealed);
    // The look writes down our own key again where its row was lost.
    while (this.#isAfterLoss) await this.#recheck.look();
    return this.#needs.dataKeys.use({ id, purpose: "seal" }, (key) =>
      openUnder(key, sealed, context),
    );
  }

  async reseal(sealed: Uint8Array, context: SealContext): Promise<Buffer> {
    const plain = await this.open(sealed, context);
    try {
      return await this.seal(plain, context);
    } finally {
      plain.fill(0);
    }
  }

  wipe(): void {
    this.#own?.key.fill(0);
    this.#own = undefined;
  }

  get #isAfterLoss(): boolean {
    return this.#losses !== this.#needs.connectionLosses();
  }

  #hasSealsLeft(own: OwnKey): boolean {
    return own.count < this.#needs.sealsPerKey;
  }

  async #ensureKey(): Promise<void> {
    const losses = this.#needs.connectionLosses();
    if (losses !== this.#losses) await this.#lookAfterLoss();
    await this.#renewKey();
    this.#losses = losses;
  }

  /** A key that is gone is written down again, for what it sealed just before; it seals no more. */
  async #lookAfterLoss(): Promise<void> {
    const { dataKeys } = this.#needs;
    const own = this.#own;
    dataKeys.forgetAll();
    if (own === undefined) return;
    const name = { id: own.keyId.toString(), purpose: "seal" } as const;
    if (await dataKeys.holds(name, own.key)) return;
    await dataKeys.restore(name, own.key);
    this.wipe();
  }

  async #renewKey(): Promise<void> {
    const { store, dataKeys } = this.#needs;
    const own = this.#own;
    if (own !== undefined && this.#hasSealsLeft(own)) {
      if (await store.isGoodForSealing(own.keyId.toString())) return;
    }
    const made = await dataKeys.make("seal");
    if (made === undefined) throw new CustodyError("unreadable");
    this.wipe();
    this.#own = { keyId: BigInt(made.id), key: made.key, count: 0 };
  }
}
