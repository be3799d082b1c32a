/**
 * The format of sealed values (AES-256-GCM): version, data key id (8 bytes), nonce (12), ciphertext,
 * tag (16). Pure.
 */
import { createCipheriv, createDecipheriv } from "node:crypto";
import { CustodyError, type SealContext } from "../../ports/key-custody.ts";

const VERSION = 1;
const KEY_ID_AT = 1;
const NONCE_AT = 9;
const TEXT_AT = 21;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";
const OPTIONS = { authTagLength: TAG_BYTES } as const;

/** The nonce is a counter of four bytes. */
export const SEALS_MAX = 2 ** 32;

/** A data key, and the number of this seal with it. A number must not be used twice. */
export interface SealUnder {
  readonly keyId: bigint;
  readonly key: Buffer;
  readonly count: number;
}

export function sealUnder(
  { keyId, key, count }: SealUnder,
  plain: string | Uint8Array,
  context: SealContext,
): Buffer {
  const length = typeof plain === "string" ? Buffer.byteLength(plain) : plain.length;
  const sealed = Buffer.alloc(TEXT_AT + length + TAG_BYTES);
  sealed[0] = VERSION;
  sealed.writeBigInt64BE(keyId, KEY_ID_AT);
  sealed.writeUInt32BE(count, TEXT_AT - 4);
  const cipher = createCipheriv(CIPHER, key, sealed.subarray(NONCE_AT, TEXT_AT), OPTIONS);
  cipher.setAAD(additionalData(sealed, context));
  const text = typeof plain === "string" ? cipher.update(plain, "utf8") : cipher.update(plain);
  cipher.final();
  sealed.set(text, TEXT_AT);
  sealed.set(cipher.getAuthTag(), TEXT_AT + length);
  return sealed;
}

/** Returns the clear bytes, which the caller wipes. */
export function openUnder(key: Buffer, bytes: Uint8Array, context: SealContext): Buffer {
  const sealed = asBuffer(bytes);
  const tagAt = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(NONCE_AT, TEXT_AT), OPTIONS);
  decipher.setAAD(additionalData(sealed, context));
  decipher.setAuthTag(sealed.subarray(tagAt));
  const plain = decipher.update(sealed.subarray(TEXT_AT, tagAt));
  try {
    decipher.final();
  } catch {
    plain.fill(0);
    throw new CustodyError("unreadable");
  }
  return plain;
}

/** The id of the data key of a sealed value: bytes 2 to 9, counted from 1 as in SQL. */
export function sealedDataKeyId(bytes: Uint8Array): string {
  if (bytes.length < TEXT_AT + TAG_BYTES || bytes[0] !== VERSION) {
    throw new CustodyError("unreadable");
  }
  return asBuffer(bytes).readBigInt64BE(KEY_ID_AT).toString();
}

/** The length before the place makes the pairs "ab", "c" and "a", "bc" different. */
function additionalData(sealed: Buffer, { place, owner }: SealContext): Buffer {
  const placeBytes = Buffer.byteLength(place);
  const bytes = Buffer.allocUnsafe(NONCE_AT + 4 + placeBytes + Buffer.byteLength(owner));
  sealed.copy(bytes, 0, 0, NONCE_AT);
  bytes.writeUInt32BE(placeBytes, NONCE_AT);
  bytes.write(place, NONCE_AT + 4);
  bytes.write(owner, NONCE_AT + 4 + placeBytes);
  return bytes;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
