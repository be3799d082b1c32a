/**
 * Seals with this process's own data key, and opens values of any process. The key is created at the
 * first seal, and replaced after its maximum of seals or when it is retired. After a lost connection
 * it is looked up again before the next seal, because a failover may have lost its row.
 */
import { CustodyError, type SealContext } from "../../ports/key-custody.ts";
import type { DataKeyStore } from "./data-key-store.ts";
import type { DataKeys } from "./data-keys.ts";
import { openUnder, SEALS_MAX, sealedDataKeyId, sealUnder } from "./sealed-value.ts";
import { TimedRefresh } from "./timed-refresh.ts";

export interface SealerNeeds {
  readonly store: DataKeyStore;
  readonly dataKeys: DataKeys;
  readonly nowMs: () => number;
  readonly sealsPerKey: number;
  /** The number of database connections lost so far. */
  readonly connectionLosses: () => number;
}

interface OwnKey {
  readonly keyId: bigint;
  readonly key: Buffer;
  count: number;
}

export class Sealer {
  readonly #needs: SealerNeeds;
  readonly #refresh: TimedRefresh;
  #own: OwnKey | undefined;
  /** The count of lost connections when the key was last looked up. */
  #losses = 0;

  constructor(needs: SealerNeeds) {
    if (!(needs.sealsPerKey >= 1 && needs.sealsPerKey <= SEALS_MAX)) {
      throw new RangeError(`sealsPerKey must be 1 to ${SEALS_MAX}.`);
    }
    this.#needs = needs;
    this.#refresh = new TimedRefresh(() => this.#ensureKey(), needs.nowMs);
  }

  async seal(plain: string | Uint8Array, context: SealContext): Promise<Buffer> {
    let isUsable = this.#refresh.isFresh() && !this.#isAfterLoss;
    for (;;) {
      const own = this.#own;
      if (isUsable && own !== undefined && this.#hasSealsLeft(own)) {
        const sealed = sealUnder(own, plain, context);
        own.count++;
        return sealed;
      }
      await this.#refresh.start();
      isUsable = !this.#isAfterLoss;
    }
  }

  /** Returns the clear bytes, which the caller wipes. */
  async open(sealed: Uint8Array, context: SealContext): Promise<Buffer> {
    const id = sealedDataKeyId(sealed);
    // The refresh restores our own key if its row was lost.
    while (this.#isAfterLoss) await this.#refresh.start();
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
    if (losses !== this.#losses) await this.#recoverFromLoss();
    await this.#renewKey();
    this.#losses = losses;
  }

  /** Restores our key if it was lost, so that its values can be opened, and stops sealing with it. */
  async #recoverFromLoss(): Promise<void> {
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
      if (await store.isActiveSealKey(own.keyId.toString())) return;
    }
    const made = await dataKeys.make("seal");
    if (made === undefined) throw new CustodyError("unreadable");
    this.wipe();
    this.#own = { keyId: BigInt(made.id), key: made.key, count: 0 };
  }
}
