/**
 * Data keys, unwrapped: made here, found by id, kept in memory for a while. They leave only as an
 * argument of a function that does not wait.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { CustodyError } from "../../ports/key-custody.ts";
import type { DataKeyStore } from "./data-key-store.ts";
import { copyOf, type KeyMemory } from "./key-memory.ts";
import { type DataKeyName, type DataKeyPurpose, KEY_BYTES } from "./master-key.ts";
import type { MasterKeyRing } from "./master-key-ring.ts";

export interface DataKeyNeeds {
  readonly store: DataKeyStore;
  readonly ring: MasterKeyRing;
  readonly memory: KeyMemory;
}

/** A master key can be replaced between two of our statements, but hardly five times in a row. */
const TRIES = 5;
/** After a failover, ids may be taken by as many keys as there were processes to restore theirs. */
const IDS_TAKEN_MAX = 1_000;

export class DataKeys {
  readonly #needs: DataKeyNeeds;

  constructor(needs: DataKeyNeeds) {
    this.#needs = needs;
  }

  /** A new key, which the caller wipes; undefined when the purpose allows one and there is one. */
  async make(purpose: DataKeyPurpose): Promise<{ id: string; key: Buffer } | undefined> {
    let [tries, taken] = [0, 0];
    while (tries < TRIES && taken < IDS_TAKEN_MAX) {
      const made = await this.#tryToMake(purpose);
      if (made === "there_is_one") return undefined;
      if (made === "id_taken") taken++;
      if (made === "master_key_replaced") tries++;
      if (typeof made === "string") continue;
      this.#needs.memory.keep(placeOf({ id: made.id, purpose }), copyOf(made.key));
      return made;
    }
    throw new CustodyError("master_key_replaced");
  }

  async #tryToMake(purpose: DataKeyPurpose) {
    const { store, ring } = this.#needs;
    const { id, masterKeyId, proof } = await store.drawId();
    const master = await ring.find(proof);
    if (master === undefined) return "master_key_replaced";
    const key = randomBytes(KEY_BYTES);
    const wrapped = master.wrap(key, { id, purpose });
    const addition = await store.add({ id, purpose, wrapped, masterKeyId });
    if (addition === "added") return { id, key };
    key.fill(0);
    return addition;
  }

  /** Wipes what is in memory: after a failover a key's id may be another key's. */
  forgetAll(): void {
    this.#needs.memory.clear();
  }

  /** Whether the row of this id is there and holds this key. */
  async holds(name: DataKeyName, key: Buffer): Promise<boolean> {
    try {
      return await this.use(name, (kept) => timingSafeEqual(kept, key));
    } catch (error) {
      if (error instanceof CustodyError && error.kind === "unreadable") return false;
      throw error;
    }
  }

  /**
   * Writes down again a key whose row was lost in a failover, so that what it sealed just before can
   * be opened. It seals nothing more. False: its id is another key's by now.
   */
  async restore(name: DataKeyName, key: Buffer): Promise<boolean> {
    const { store, ring } = this.#needs;
    for (let tries = 0; tries < TRIES; tries++) {
      const { id: masterKeyId, proof } = await store.requireMasterKey();
      const master = await ring.find(proof);
      if (master === undefined) continue;
      const wrapped = master.wrap(key, name);
      const addition = await store.addRetired({ ...name, wrapped, masterKeyId });
      if (addition !== "master_key_replaced") return addition === "added";
    }
    throw new CustodyError("master_key_replaced");
  }

  /** Works with a key while nothing else can run, so that it cannot be wiped in between. */
  async use<Result>(name: DataKeyName, work: (key: Buffer) => Result): Promise<Result> {
    const known = this.#needs.memory.get(placeOf(name));
    if (known !== undefined) return work(known);
    for (let tries = 0; tries < TRIES; tries++) {
      const { store, ring, memory } = this.#needs;
      const row = await store.find(name.id, name.purpose);
      if (row === undefined) throw new CustodyError("unreadable");
      const master = await ring.find(row.proof);
      if (master === undefined) continue;
      const key = master.unwrap(row.wrapped, name);
      try {
        return work(key);
      } finally {
        memory.keep(placeOf(name), key);
      }
    }
    throw new CustodyError("master_key_replaced");
  }
}

// A key is found only for what it is for; what is opened most often has the cheapest name.
function placeOf({ id, purpose }: DataKeyName): string {
  return purpose === "seal" ? id : `${purpose} ${id}`;
}
