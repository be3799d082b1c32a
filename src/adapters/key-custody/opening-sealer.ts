/** Opens sealed values and seals nothing, so it never creates a data key. For `doctor`. */
import type { Database } from "../../db/database.ts";
import type { KeyCustody, SealContext } from "../../ports/key-custody.ts";
import { Secret } from "../../values/secret.ts";
import { DataKeyStore } from "./data-key-store.ts";
import { DataKeys } from "./data-keys.ts";
import { KeyMemory } from "./key-memory.ts";
import type { RootKeys } from "./root-key.ts";
import { openUnder, sealedDataKeyId } from "./sealed-value.ts";

const KEYS_IN_MEMORY = 100;

export class OpeningSealer {
  readonly #memory = new KeyMemory(KEYS_IN_MEMORY);
  readonly #dataKeys: DataKeys;

  constructor(db: Database, rootKeys: RootKeys) {
    this.#dataKeys = new DataKeys({ store: new DataKeyStore(db), rootKeys, memory: this.#memory });
  }

  /** Returns the clear bytes, which the caller wipes. */
  open(sealed: Uint8Array, context: SealContext): Promise<Buffer> {
    return this.#dataKeys.use({ id: sealedDataKeyId(sealed), purpose: "seal" }, (key) =>
      openUnder(key, sealed, context),
    );
  }

  seal(): Promise<never> {
    return Promise.reject(new Error("checking keys must not seal"));
  }

  /** Forgets the data keys. */
  close(): void {
    this.#memory.clear();
  }
}

/** What a check needs of key custody. */
export function openingCustody(db: Database, rootKeys: RootKeys): Pick<KeyCustody, "open"> {
  return {
    open: async (sealed, context) => {
      const sealer = new OpeningSealer(db, rootKeys);
      try {
        const plain = await sealer.open(sealed, context);
        const value = new Secret(plain.toString("utf8"));
        plain.fill(0);
        return value;
      } finally {
        sealer.close();
      }
    },
  };
}
