/**
 * Keyed digests with the database's fingerprint key. Each purpose has its own derived key, so that
 * digests of two tables cannot be compared. The key is not rotated, because stored digests would no
 * longer match.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import type { DataKeyStore } from "./data-key-store.ts";
import type { DataKeys } from "./data-keys.ts";

/** Purposes are constants in the code, and there are far fewer. */
const PURPOSES_MAX = 256;
const KEY_BYTES = 32;

export class Fingerprints {
  readonly #root: KeyObject;
  readonly #derived = new Map<string, KeyObject>();

  constructor(root: Buffer) {
    this.#root = createSecretKey(root);
  }

  make(purpose: string, text: string): Buffer {
    return createHmac("sha256", this.#keyFor(purpose)).update(text, "utf8").digest();
  }

  #keyFor(purpose: string): KeyObject {
    const known = this.#derived.get(purpose);
    if (known !== undefined) return known;
    if (this.#derived.size >= PURPOSES_MAX)
      throw new RangeError("There are too many fingerprint purposes.");
    const bytes = Buffer.from(
      hkdfSync("sha256", this.#root, "", `sixdoors fingerprint ${purpose}`, KEY_BYTES),
    );
    const key = createSecretKey(bytes);
    bytes.fill(0);
    this.#derived.set(purpose, key);
    return key;
  }
}

/** If several processes start at once, one creates the key and the others find it. */
export async function openFingerprints(
  store: DataKeyStore,
  dataKeys: DataKeys,
): Promise<Fingerprints> {
  let id = await store.findFingerprintKeyId();
  if (id === undefined) {
    const made = await dataKeys.make("fingerprint");
    made?.key.fill(0);
    id = made?.id ?? (await store.findFingerprintKeyId());
  }
  if (id === undefined) throw new Error("The fingerprint key was created but cannot be found.");
  return dataKeys.use({ id, purpose: "fingerprint" }, (key) => new Fingerprints(key));
}
