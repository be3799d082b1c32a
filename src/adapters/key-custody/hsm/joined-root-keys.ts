/**
 * Master keys of several sources, while an installation moves from software to an HSM. A process that
 * has both is not affected by the move.
 */
import { StartError } from "../../../ports/start-error.ts";
import type { RootKey, RootKeys } from "../root-key.ts";

export class JoinedRootKeys implements RootKeys {
  readonly #sources: readonly [RootKeys, ...RootKeys[]];

  constructor(...sources: [RootKeys, ...RootKeys[]]) {
    this.#sources = sources;
  }

  get ids(): readonly string[] {
    return this.#sources.flatMap(({ ids }) => ids);
  }

  /** A new database uses the first source. */
  first(): Promise<RootKey> {
    return this.#sources[0].first();
  }

  async find(proof: Uint8Array): Promise<RootKey | undefined> {
    for (const source of this.#sources) {
      const key = await source.find(proof);
      if (key !== undefined) return key;
    }
    return undefined;
  }

  async isInSource(proof: Uint8Array): Promise<boolean> {
    for (const source of this.#sources) {
      const key = await source.find(proof).catch(ignoreUnreadable);
      if (key !== undefined) return source.isInSource(proof);
    }
    return false;
  }

  wipe(): void {
    for (const source of this.#sources) source.wipe();
  }
}

/** A key file that is gone has no key. */
function ignoreUnreadable(error: unknown): undefined {
  if (!(error instanceof StartError)) throw error;
}
