/**
 * The master keys of an HSM and those in software, while an installation moves from one to the other.
 * A process that has both is not affected by the move.
 */
import { StartError } from "../../../ports/start-error.ts";
import type { RootKey, RootKeys } from "../root-key.ts";

export class JoinedRootKeys implements RootKeys {
  readonly #first: RootKeys;
  /** Keys in memory come first, so that the HSM is asked only for its own. */
  readonly #inOrder: readonly RootKeys[];

  /** A new database uses the first source. */
  constructor(first: RootKeys, ...others: readonly RootKeys[]) {
    this.#first = first;
    this.#inOrder = [...others, first];
  }

  get ids(): readonly string[] {
    return this.#inOrder.flatMap(({ ids }) => ids);
  }

  first(): Promise<RootKey> {
    return this.#first.first();
  }

  async find(proof: Uint8Array): Promise<RootKey | undefined> {
    return (await this.#findWithSource(proof))?.key;
  }

  async isInSource(proof: Uint8Array): Promise<boolean> {
    const found = await this.#findWithSource(proof);
    return found === undefined ? false : found.source.isInSource(proof);
  }

  wipe(): void {
    for (const source of this.#inOrder) source.wipe();
  }

  async #findWithSource(proof: Uint8Array) {
    for (const source of this.#inOrder) {
      const key = await source.find(proof).catch(ignoreUnreadable);
      if (key !== undefined) return { key, source };
    }
    return undefined;
  }
}

/** A key file that is gone has no key. */
function ignoreUnreadable(error: unknown): undefined {
  if (!(error instanceof StartError)) throw error;
}
