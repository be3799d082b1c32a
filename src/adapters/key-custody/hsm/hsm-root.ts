/** The root of trust in an HSM: its master keys, and base keys that never leave it. */
import { type BaseKeyClaim, CustodyError, type HsmHealth } from "../../../ports/key-custody.ts";
import { sameBytes } from "../../../values/same-bytes.ts";
import {
  type DataKeyName,
  dataKeyBinding,
  type HeldBaseKeys,
  proofKeyId,
  type RootKey,
  type RootKeys,
} from "../root-key.ts";
import type { Hsm } from "./hsm.ts";
import { asBuffer } from "./hsm-calls.ts";
import { HsmError } from "./hsm-errors.ts";
import type { FoundPair } from "./master-key-pair.ts";

class HsmMasterKey implements RootKey {
  readonly proof: Buffer;
  readonly #hsm: Hsm;
  readonly #place: { readonly label: string; readonly id: Uint8Array };

  constructor(hsm: Hsm, label: string, { id, proof }: FoundPair) {
    this.#hsm = hsm;
    this.#place = { label, id };
    this.proof = Buffer.from(proof);
  }

  get id(): string {
    return proofKeyId(this.proof);
  }

  async wrap(key: Buffer, name: DataKeyName): Promise<Buffer> {
    const binding = ownBytes(dataKeyBinding(name));
    const clear = ownBytes(key);
    try {
      return Buffer.from(await this.#hsm.call("wrap", { ...this.#place, key: clear, binding }));
    } finally {
      clear.fill(0);
    }
  }

  async unwrap(wrapped: Buffer, name: DataKeyName): Promise<Buffer> {
    const binding = ownBytes(dataKeyBinding(name));
    const input = { ...this.#place, wrapped: ownBytes(wrapped), binding };
    const key = await this.#hsm.call("unwrap", input);
    if (key === undefined) throw new CustodyError("unreadable");
    return asBuffer(key);
  }
}

/** The master keys with the label of the setting: one, and those that were rotated away. */
export class HsmMasterKeys implements RootKeys {
  readonly #hsm: Hsm;
  readonly #label: string;
  #keys: readonly HsmMasterKey[] = [];
  /** Keys that the HSM would give out. They are not used. */
  #unsafe: readonly FoundPair[] = [];

  constructor(hsm: Hsm, label: string) {
    this.#hsm = hsm;
    this.#label = label;
  }

  get ids(): readonly string[] {
    return this.#keys.map(({ id }) => id);
  }

  async first(): Promise<RootKey> {
    if (this.#keys.length === 0) await this.#listKeys();
    const [key] = this.#keys;
    if (key !== undefined) return key;
    throw this.#unsafe.length > 0
      ? unsafeError(this.#label, CREATE_ANOTHER)
      : missingKeyError(this.#label);
  }

  async find(proof: Uint8Array): Promise<RootKey | undefined> {
    if (this.#findKnown(proof) === undefined) await this.#listKeys();
    if (this.#unsafe.some((pair) => sameBytes(pair.proof, proof)))
      throw unsafeError(this.#label, CREATE_ANOTHER);
    return this.#findKnown(proof);
  }

  /** A key that works is in the HSM. */
  async isInSource(): Promise<boolean> {
    return true;
  }

  /** Creates a master key inside the HSM. */
  async createKey(): Promise<RootKey> {
    const id = await this.#hsm.call("createPair", { label: this.#label });
    const pairs = await this.#hsm.call("listPairs", { label: this.#label });
    const pair = pairs.find((found) => sameBytes(found.id, id));
    if (pair === undefined) throw new Error("The new master key cannot be found in the HSM.");
    // The policy of an HSM may override what was asked for. Nothing is wrapped with such a key.
    if (pair.isExtractable) throw unsafeError(this.#label, "Change the policy of the HSM first.");
    return new HsmMasterKey(this.#hsm, this.#label, pair);
  }

  /** Creates a master key if there is none with this label. */
  async ensureKey(): Promise<{ readonly key: RootKey; readonly isNew: boolean }> {
    await this.#listKeys();
    const [known] = this.#keys;
    if (known !== undefined) return { key: known, isNew: false };
    return { key: await this.createKey(), isNew: true };
  }

  wipe(): void {
    this.#keys = [];
  }

  #findKnown(proof: Uint8Array): HsmMasterKey | undefined {
    return this.#keys.find((key) => sameBytes(key.proof, proof));
  }

  async #listKeys(): Promise<void> {
    const pairs = await this.#hsm.call("listPairs", { label: this.#label });
    const safe = pairs.filter(({ isExtractable }) => !isExtractable);
    this.#keys = safe.map((pair) => new HsmMasterKey(this.#hsm, this.#label, pair));
    this.#unsafe = pairs.filter(({ isExtractable }) => isExtractable);
  }
}

/** Base keys in an HSM, with the label of the setting and their own name. */
export class HsmBaseKeys implements HeldBaseKeys {
  readonly #hsm: Hsm;
  readonly #label: string;

  constructor(hsm: Hsm, label: string) {
    this.#hsm = hsm;
    this.#label = label;
  }

  async importKey(claim: BaseKeyClaim, key: Buffer): Promise<Buffer> {
    const clear = ownBytes(key);
    const input = { label: this.#labelFor(claim), kind: claim.kind, key: clear };
    try {
      return asBuffer(await this.#hsm.call("importBaseKey", input));
    } finally {
      clear.fill(0);
    }
  }

  async deriveKey(reference: Buffer, claim: BaseKeyClaim, device: string): Promise<Buffer> {
    const place = { label: this.#labelFor(claim), id: ownBytes(reference), kind: claim.kind };
    return asBuffer(await this.#hsm.call("deriveInitialKey", { ...place, device }));
  }

  computeCheckValue(reference: Buffer, claim: BaseKeyClaim): Promise<string> {
    const place = { label: this.#labelFor(claim), id: ownBytes(reference), kind: claim.kind };
    return this.#hsm.call("computeCheckValue", place);
  }

  async destroyKey(reference: Buffer): Promise<void> {
    await this.#hsm.call("destroyBaseKey", { id: ownBytes(reference) });
  }

  #labelFor({ name }: BaseKeyClaim): string {
    return `${this.#label} ${name}`;
  }
}

/** Master keys, base keys and health of an opened HSM. */
export function hsmRoot(
  hsm: Hsm,
  labels: { readonly masterKey: string; readonly baseKey: string },
) {
  const keys = new HsmMasterKeys(hsm, labels.masterKey);
  const heldBaseKeys = new HsmBaseKeys(hsm, labels.baseKey);
  const hsmHealth: HsmHealth = {
    // Listing the master keys makes the HSM encrypt and sign with each of them.
    checkHsm: async () => void (await hsm.call("listPairs", { label: labels.masterKey })),
    get counts() {
      return hsm.counts;
    },
  };
  return { keys, heldBaseKeys, hsmHealth };
}

const CREATE_ANOTHER = "Create another one with: sixdoors keys create-master.";

function unsafeError(label: string, advice: string): HsmError {
  const why = `The HSM would give out the master key ${label} (HSM_MASTER_KEY_LABEL): it is not sensitive, or extractable. ${advice}`;
  return new HsmError(why, { kind: "key_not_found", why });
}

function missingKeyError(label: string): HsmError {
  const why = `The HSM has no master key ${label} (HSM_MASTER_KEY_LABEL). Create one with: sixdoors keys create-master.`;
  return new HsmError(why, { kind: "key_not_found", why });
}

/** A copy in memory of its own: a message would copy everything that shares memory with the bytes. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes);
}
