/**
 * A master key in software. A wrapping key and a proof for the database are derived from it; the key
 * itself is not used.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { CustodyError } from "../../../ports/key-custody.ts";
import { sameBytes } from "../../../values/same-bytes.ts";
import type { Secret } from "../../../values/secret.ts";
import {
  type DataKeyName,
  dataKeyBinding,
  KEY_BYTES,
  proofKeyId,
  type RootKey,
} from "../root-key.ts";

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_AT = 1 + NONCE_BYTES;
const WRAPPED_BYTES = KEY_AT + KEY_BYTES + TAG_BYTES;
const CIPHER = "aes-256-gcm";
const OPTIONS = { authTagLength: TAG_BYTES } as const;

export class MasterKey implements RootKey {
  readonly proof: Buffer;
  readonly #wrapping: Buffer;

  constructor(hex: Secret) {
    const given = Buffer.from(hex.reveal(), "hex");
    if (given.length !== KEY_BYTES) throw new TypeError("A master key must have 64 hex digits.");
    this.proof = derive(given, "sixdoors master key proof");
    this.#wrapping = derive(given, "sixdoors master key wrapping");
    given.fill(0);
  }

  get id(): string {
    return proofKeyId(this.proof);
  }

  isProvedBy(proof: Uint8Array): boolean {
    return sameBytes(proof, this.proof);
  }

  async wrap(key: Buffer, name: DataKeyName): Promise<Buffer> {
    // The nonce is random, because many processes wrap with this key and cannot share a counter.
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#wrapping, nonce, OPTIONS);
    cipher.setAAD(dataKeyBinding(name));
    const wrapped = cipher.update(key);
    cipher.final();
    return Buffer.concat([Buffer.of(VERSION), nonce, wrapped, cipher.getAuthTag()]);
  }

  async unwrap(wrapped: Buffer, name: DataKeyName): Promise<Buffer> {
    if (wrapped.length !== WRAPPED_BYTES || wrapped[0] !== VERSION) {
      throw new CustodyError("unreadable");
    }
    const nonce = wrapped.subarray(1, KEY_AT);
    const decipher = createDecipheriv(CIPHER, this.#wrapping, nonce, OPTIONS);
    decipher.setAAD(dataKeyBinding(name));
    decipher.setAuthTag(wrapped.subarray(KEY_AT + KEY_BYTES));
    const key = decipher.update(wrapped.subarray(KEY_AT, KEY_AT + KEY_BYTES));
    try {
      decipher.final();
    } catch {
      key.fill(0);
      throw new CustodyError("unreadable");
    }
    return key;
  }

  wipe(): void {
    this.#wrapping.fill(0);
  }
}

export function masterKeyId(hex: Secret): string {
  const key = new MasterKey(hex);
  key.wipe();
  return key.id;
}

function derive(key: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", use, KEY_BYTES));
}
