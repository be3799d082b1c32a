/**
 * The keys of one reading, and decryption with them. Keys are derived when first needed and wiped
 * together. Does not interpret the clear data.
 */
import { createDecipheriv } from "node:crypto";
import type { InitialKey } from "../../../../ports/key-custody.ts";
import { type AesAlgorithm, aesTransactionKey, aesWorkingKey } from "./aes-dukpt.ts";
import { decryptBps } from "./bps.ts";
import type { EncryptionScheme } from "./encryption-scheme.ts";
import { isAesKsn } from "./ksn.ts";
import { tdesTransactionKey, tdesWorkingKey } from "./tdes-dukpt.ts";
import { decryptTdesCbc, decryptTdesEcb, TDES_BLOCK_BYTES } from "./triple-des.ts";

const AES_BLOCK_BYTES = 16;

/** The block size of the cipher; a ciphertext has whole blocks. */
export function cipherBlockBytes({ cipher }: EncryptionScheme, ksn: string): number {
  const isAes = cipher === "aes" || (cipher === "dukpt" && isAesKsn(ksn));
  return isAes ? AES_BLOCK_BYTES : TDES_BLOCK_BYTES;
}

export class ReadingKeys {
  readonly #ksnText: string;
  readonly #ksn: Uint8Array;
  readonly #initial: InitialKey;
  readonly #transaction: Uint8Array;
  /** Usually one; more if several schemes had to be tried. */
  readonly #working: { readonly scheme: EncryptionScheme; readonly key: Uint8Array }[] = [];

  /** Takes ownership of the initial key: wipe() wipes it with the others. */
  constructor(initial: InitialKey, ksn: string) {
    this.#ksnText = ksn;
    this.#ksn = Buffer.from(ksn, "hex");
    this.#initial = initial;
    this.#transaction = isAes(initial.kind)
      ? aesTransactionKey(initial.key, initial.kind, this.#ksn)
      : tdesTransactionKey(initial.key, this.#ksn);
  }

  decrypt(scheme: EncryptionScheme, data: Uint8Array, iv: Uint8Array | undefined): Buffer {
    const key = this.#keyOf(scheme);
    const start = scheme.iv === "sent" ? iv : undefined;
    if (cipherBlockBytes(scheme, this.#ksnText) === AES_BLOCK_BYTES) {
      return decryptAes(key, data, { mode: scheme.mode, iv: start });
    }
    return scheme.mode === "cbc" ? decryptTdesCbc(key, data, start) : decryptTdesEcb(key, data);
  }

  decryptDigits(scheme: EncryptionScheme, digits: string): string {
    return decryptBps(this.#keyOf(scheme), digits, scheme.tweak ?? { left: 0, right: 0 });
  }

  wipe(): void {
    this.#initial.key.fill(0);
    this.#transaction.fill(0);
    for (const { key } of this.#working) key.fill(0);
    this.#working.length = 0;
  }

  #keyOf(scheme: EncryptionScheme): Uint8Array {
    const known = this.#working.find((made) => made.scheme === scheme);
    if (known !== undefined) return known.key;
    const key = this.#derive(scheme);
    this.#working.push({ scheme, key });
    return key;
  }

  #derive(scheme: EncryptionScheme): Uint8Array {
    const { kind } = this.#initial;
    if (!isAes(kind)) return tdesWorkingKey(this.#transaction, scheme);
    const isTdes = scheme.cipher === "tdes" || scheme.cipher === "bps";
    const algorithm = isTdes ? "tdes-2key" : kind;
    return aesWorkingKey(this.#transaction, this.#ksn, { use: scheme.use, algorithm });
  }
}

function isAes(kind: InitialKey["kind"]): kind is AesAlgorithm {
  return kind.startsWith("aes-");
}

interface AesOptions {
  readonly mode: EncryptionScheme["mode"];
  readonly iv: Uint8Array | undefined;
}

function decryptAes(key: Uint8Array, data: Uint8Array, { mode, iv }: AesOptions): Buffer {
  const start = mode === "cbc" ? (iv ?? new Uint8Array(AES_BLOCK_BYTES)) : null;
  const cipher = createDecipheriv(`aes-${8 * key.length}-${mode}`, key, start);
  return cipher.setAutoPadding(false).update(data);
}
