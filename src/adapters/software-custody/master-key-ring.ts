/**
 * The master keys that this process was given. Usually one; while one replaces another, two. The
 * database says which of them counts.
 */
import type { Secret } from "../../values/secret.ts";
import { MasterKey } from "./master-key.ts";

export interface MasterKeySource {
  /** Where the keys stand, when that is a file of ours that a rotation may rewrite. */
  readonly file: string | undefined;
  /** The keys as they are now, at least one. Asked again when the database names another. */
  read(): Promise<readonly Secret[]>;
}

export class MasterKeyRing {
  readonly #source: MasterKeySource;
  #keys: MasterKey[] = [];
  #reading: Promise<void> | undefined;

  constructor(source: MasterKeySource) {
    this.#source = source;
  }

  /** The key to begin with, in a database that has seen none yet. */
  async first(): Promise<MasterKey> {
    if (this.#keys.length === 0) await this.#readAgain();
    const [key] = this.#keys;
    if (key === undefined) throw new Error("a source of master keys gave none");
    return key;
  }

  /** The key with that proof, where this process has it. */
  async find(proof: Uint8Array): Promise<MasterKey | undefined> {
    const known = this.#known(proof);
    if (known !== undefined) return known;
    await this.#readAgain();
    return this.#known(proof);
  }

  /** The ids of the keys that this process has. */
  get ids(): readonly string[] {
    return this.#keys.map(({ id }) => id);
  }

  /** Whether the source holds that key now, as a process that starts would find it. */
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
    // A key that left the source may still be in use by a caller, so it is dropped, not wiped.
    this.#keys = fresh;
  }
}
