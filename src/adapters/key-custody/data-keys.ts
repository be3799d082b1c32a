/**
 * Creates and unwraps data keys, and caches them in memory. A key is passed only to synchronous
 * functions, so that it cannot be wiped while in use.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { CustodyError } from "../../ports/key-custody.ts";
import type { DataKeyStore } from "./data-key-store.ts";
import { copyKey, type KeyMemory } from "./key-memory.ts";
import { type DataKeyName, type DataKeyPurpose, KEY_BYTES, type RootKeys } from "./root-key.ts";

export interface DataKeyNeeds {
  readonly store: DataKeyStore;
  readonly rootKeys: RootKeys;
  readonly memory: KeyMemory;
}

/** A master key may be replaced between two statements, but not five times in a row. */
const TRIES = 5;
/** After a failover, each process may restore a key and so take an id. */
const IDS_TAKEN_MAX = 1_000;

export class DataKeys {
  readonly #needs: DataKeyNeeds;
  /** How often the cache was wiped. A key that was read before is not cached after it. */
  #wipes = 0;

  constructor(needs: DataKeyNeeds) {
    this.#needs = needs;
  }

  /** Returns a new key, which the caller wipes, or undefined if the purpose's only key exists. */
  async make(purpose: DataKeyPurpose): Promise<{ id: string; key: Buffer } | undefined> {
    let [tries, taken] = [0, 0];
    while (tries < TRIES && taken < IDS_TAKEN_MAX) {
      const made = await this.#tryToMake(purpose);
      if (made === "there_is_one") return undefined;
      if (made === "id_taken") taken++;
      if (made === "master_key_replaced") tries++;
      if (typeof made === "string") continue;
      this.#needs.memory.set(cacheName({ id: made.id, purpose }), copyKey(made.key));
      return made;
    }
    throw new CustodyError("master_key_replaced");
  }

  async #tryToMake(purpose: DataKeyPurpose) {
    const { store, rootKeys } = this.#needs;
    const { id, masterKeyId, proof } = await store.drawId();
    const master = await rootKeys.find(proof);
    if (master === undefined) return "master_key_replaced";
    const key = randomBytes(KEY_BYTES);
    const wrapped = await master.wrap(key, { id, purpose });
    const addition = await store.addDataKey({ id, purpose, wrapped, masterKeyId });
    if (addition === "added") return { id, key };
    key.fill(0);
    return addition;
  }

  /** Wipes the cache. After a failover an id may belong to another key. */
  forgetAll(): void {
    this.#wipes++;
    this.#needs.memory.clear();
  }

  /** Whether the database has this key under this id. */
  async holds(name: DataKeyName, key: Buffer): Promise<boolean> {
    try {
      return await this.use(name, (kept) => timingSafeEqual(kept, key));
    } catch (error) {
      if (error instanceof CustodyError && error.kind === "unreadable") return false;
      throw error;
    }
  }

  /**
   * Adds a key again that was lost in a failover, so that values sealed with it can be opened. It does
   * not seal any more. Returns false if its id belongs to another key.
   */
  async restore(name: DataKeyName, key: Buffer): Promise<boolean> {
    const { store, rootKeys } = this.#needs;
    for (let tries = 0; tries < TRIES; tries++) {
      const { id: masterKeyId, proof } = await store.requireMasterKey();
      const master = await rootKeys.find(proof);
      if (master === undefined) continue;
      const wrapped = await master.wrap(key, name);
      const addition = await store.addRetired({ ...name, wrapped, masterKeyId });
      if (addition !== "master_key_replaced") return addition === "added";
    }
    throw new CustodyError("master_key_replaced");
  }

  /** Calls a synchronous function with the key, so that the key cannot be wiped during the call. */
  async use<Result>(name: DataKeyName, work: (key: Buffer) => Result): Promise<Result> {
    const known = this.#needs.memory.get(cacheName(name));
    if (known !== undefined) return work(known);
    for (let tries = 0; tries < TRIES; tries++) {
      const { store, rootKeys, memory } = this.#needs;
      const wipes = this.#wipes;
      const row = await store.findDataKey(name.id, name.purpose);
      if (row === undefined) throw new CustodyError("unreadable");
      const master = await rootKeys.find(row.proof);
      if (master === undefined) continue;
      const key = await master.unwrap(row.wrapped, name);
      try {
        return work(key);
      } finally {
        if (wipes === this.#wipes) memory.set(cacheName(name), key);
        else key.fill(0);
      }
    }
    throw new CustodyError("master_key_replaced");
  }
}

// The name includes the purpose, except for seal keys, which are looked up most often.
function cacheName({ id, purpose }: DataKeyName): string {
  return purpose === "seal" ? id : `${purpose} ${id}`;
}
