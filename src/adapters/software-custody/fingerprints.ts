/**
 * Keyed digests under the one fingerprint key of the database. Each purpose has a key of its own, so
 * that digests of two tables cannot be matched. This key is not rotated: stored digests would go
 * blind.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import type { DataKeyStore } from "./data-key-store.ts";
import type { DataKeys } from "./data-keys.ts";

/** Purposes are names in our code; far fewer than this exist. */
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
    if (this.#derived.size >= PURPOSES_MAX) throw new RangeError("too many fingerprint purposes");
    const bytes = Buffer.from(
      hkdfSync("sha256", this.#root, "", `sixdoors fingerprint ${purpose}`, KEY_BYTES),
    );
    const key = createSecretKey(bytes);
    bytes.fill(0);
    this.#derived.set(purpose, key);
    return key;
  }
}

/** Of several processes that begin at once, one makes the key and the others find it. */
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
  if (id === undefined) throw new Error("the fingerprint key was made and is gone");
  return dataKeys.use({ id, purpose: "fingerprint" }, (key) => new Fingerprints(key));
}
