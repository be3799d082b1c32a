/**
 * The master keys of this process in software: usually one, two during a rotation. The database
 * states which one is current.
 */
import type { Secret } from "../../../values/secret.ts";
import type { RootKeys } from "../root-key.ts";
import { MasterKey } from "./master-key.ts";

export interface MasterKeySource {
  /** The file of the keys, if a rotation may rewrite it. */
  readonly file: string | undefined;
  /** The current keys, at least one. Read again when the database needs another key. */
  read(): Promise<readonly Secret[]>;
}

export class MasterKeyRing implements RootKeys {
  readonly #source: MasterKeySource;
  #keys: MasterKey[] = [];
  #reading: Promise<void> | undefined;

  constructor(source: MasterKeySource) {
    this.#source = source;
  }

  async first(): Promise<MasterKey> {
    if (this.#keys.length === 0) await this.#readAgain();
    const [key] = this.#keys;
    if (key === undefined) throw new Error("The source of master keys returned no key.");
    return key;
  }

  async find(proof: Uint8Array): Promise<MasterKey | undefined> {
    const known = this.#known(proof);
    if (known !== undefined) return known;
    await this.#readAgain();
    return this.#known(proof);
  }

  get ids(): readonly string[] {
    return this.#keys.map(({ id }) => id);
  }

  async isInSource(proof: Uint8Array): Promise<boolean> {
    return (await this.#source.read()).some((hex) => {
      const key = new MasterKey(hex);
      key.wipe();
      return key.isProvedBy(proof);
    });
  }

  wipe(): void {
    for (const key of this.#keys) key.wipe();
    this.#keys = [];
  }

  #known(proof: Uint8Array): MasterKey | undefined {
    return this.#keys.find((key) => key.isProvedBy(proof));
  }

  #readAgain(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const fresh = (await this.#source.read()).map((hex) => new MasterKey(hex));
    // A key that is no longer in the source may still be in use, so it is not wiped.
    this.#keys = fresh;
  }
}
