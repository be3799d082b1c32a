/**
 * The keys of one reading, and what they open. They are made when first needed and wiped together.
 * Knows ciphers and recipes; must not know what the clear data means.
 */
import { createDecipheriv } from "node:crypto";
import type { InitialKey } from "../../../../ports/key-custody.ts";
import { type AesAlgorithm, aesTransactionKey, aesWorkingKey } from "./aes-dukpt.ts";
import { decryptBps } from "./bps.ts";
import { isAesKsn } from "./ksn.ts";
import type { Recipe } from "./recipe.ts";
import { tdesTransactionKey, tdesWorkingKey } from "./tdes-dukpt.ts";
import { decryptTdesCbc, decryptTdesEcb, TDES_BLOCK_BYTES } from "./triple-des.ts";

const AES_BLOCK_BYTES = 16;

/** How long the blocks are that a ciphertext must be whole blocks of. */
export function blockBytesOf({ cipher }: Recipe, ksn: string): number {
  const isAes = cipher === "aes" || (cipher === "dukpt" && isAesKsn(ksn));
  return isAes ? AES_BLOCK_BYTES : TDES_BLOCK_BYTES;
}

export class ReadingKeys {
  readonly #ksnText: string;
  readonly #ksn: Uint8Array;
  readonly #initial: InitialKey;
  readonly #transaction: Uint8Array;
  /** One, or two where a second recipe had to be tried. */
  readonly #working: { readonly recipe: Recipe; readonly key: Uint8Array }[] = [];

  /** Takes the initial key over: it is wiped with the others. */
  constructor(initial: InitialKey, ksn: string) {
    this.#ksnText = ksn;
    this.#ksn = Buffer.from(ksn, "hex");
    this.#initial = initial;
    this.#transaction = isAes(initial.kind)
      ? aesTransactionKey(initial.key, initial.kind, this.#ksn)
      : tdesTransactionKey(initial.key, this.#ksn);
  }

  decrypt(recipe: Recipe, data: Uint8Array, iv: Uint8Array | undefined): Buffer {
    const key = this.#keyOf(recipe);
    const start = recipe.iv === "sent" ? iv : undefined;
    if (blockBytesOf(recipe, this.#ksnText) === AES_BLOCK_BYTES) {
      return decryptAes(key, data, { mode: recipe.mode, iv: start });
    }
    return recipe.mode === "cbc" ? decryptTdesCbc(key, data, start) : decryptTdesEcb(key, data);
  }

  decryptDigits(recipe: Recipe, digits: string): string {
    return decryptBps(this.#keyOf(recipe), digits, recipe.tweak ?? { left: 0, right: 0 });
  }

  wipe(): void {
    this.#initial.key.fill(0);
    this.#transaction.fill(0);
    for (const { key } of this.#working) key.fill(0);
    this.#working.length = 0;
  }

  #keyOf(recipe: Recipe): Uint8Array {
    const known = this.#working.find((made) => made.recipe === recipe);
    if (known !== undefined) return known.key;
    const key = this.#derive(recipe);
    this.#working.push({ recipe, key });
    return key;
  }

  #derive(recipe: Recipe): Uint8Array {
    const { kind } = this.#initial;
    if (!isAes(kind)) return tdesWorkingKey(this.#transaction, recipe);
    const isTdes = recipe.cipher === "tdes" || recipe.cipher === "bps";
    const algorithm = isTdes ? "tdes-2key" : kind;
    return aesWorkingKey(this.#transaction, this.#ksn, { use: recipe.use, algorithm });
  }
}

function isAes(kind: InitialKey["kind"]): kind is AesAlgorithm {
  return kind.startsWith("aes-");
}

interface AesWay {
  readonly mode: Recipe["mode"];
  readonly iv: Uint8Array | undefined;
}

function decryptAes(key: Uint8Array, data: Uint8Array, { mode, iv }: AesWay): Buffer {
  const start = mode === "cbc" ? (iv ?? new Uint8Array(AES_BLOCK_BYTES)) : null;
  const cipher = createDecipheriv(`aes-${8 * key.length}-${mode}`, key, start);
  return cipher.setAutoPadding(false).update(data);
}
