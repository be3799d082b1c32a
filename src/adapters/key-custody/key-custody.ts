/**
 * Key custody over a root of trust: a master key, in software or in an HSM, wraps the data keys in
 * the database, and data keys seal values. This file assembles the parts.
 */
import type { DatabasePool } from "../../db/database-pool.ts";
import type {
  HsmHealth,
  InitialKey,
  KeyCustody,
  MasterKeyCheck,
  MasterKeyState,
  Resealer,
  SealContext,
  TerminalKeys,
} from "../../ports/key-custody.ts";
import { StartError } from "../../ports/start-error.ts";
import { Secret } from "../../values/secret.ts";
import { BaseKeyStore } from "./base-keys/base-key-store.ts";
import { BaseKeyVault } from "./base-keys/base-key-vault.ts";
import { BaseKeys } from "./base-keys/base-keys.ts";
import { InitialKeys } from "./base-keys/initial-keys.ts";
import { type BaseKeyMove, moveBaseKeys } from "./base-keys/move-base-keys.ts";
import { checkMasterKey, refuseWrongMasterKey } from "./check-master-key.ts";
import { DataKeyStore } from "./data-key-store.ts";
import { DataKeys } from "./data-keys.ts";
import { type Fingerprints, openFingerprints } from "./fingerprints.ts";
import { KeyMemory } from "./key-memory.ts";
import type { RootKeys, RootOfTrust } from "./root-key.ts";
import { SEALS_MAX } from "./sealed-value.ts";
import { Sealer } from "./sealer.ts";

export interface CustodyNeeds {
  readonly db: DatabasePool;
  readonly root: RootOfTrust;
  readonly environment: "certification" | "production";
  /** For the command that retires published keys. Servers refuse them. */
  readonly allowsPublishedKeys?: boolean;
  readonly sealsPerKey?: number;
  readonly keysInMemory?: number;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
}

const KEYS_IN_MEMORY = 1_000;

interface Parts {
  readonly store: DataKeyStore;
  readonly rootKeys: RootKeys;
  readonly memories: readonly KeyMemory[];
  readonly sealer: Sealer;
  readonly fingerprints: Fingerprints;
  readonly initialKeys: InitialKeys;
  readonly baseKeys: BaseKeys;
  readonly hsmHealth: HsmHealth | undefined;
  /** Moves whole base keys into the HSM. */
  readonly moveBaseKeys: () => Promise<BaseKeyMove>;
}

export class StoredKeyCustody implements KeyCustody, Resealer, TerminalKeys, MasterKeyCheck {
  readonly baseKeys: BaseKeys;
  readonly hsmHealth: HsmHealth | undefined;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.baseKeys = parts.baseKeys;
    this.hsmHealth = parts.hsmHealth;
  }

  async seal(value: Secret, context: SealContext): Promise<Uint8Array> {
    const text = value.reveal();
    // UTF-8 cannot encode a lone surrogate, so the text would change.
    if (!text.isWellFormed()) throw new TypeError("The value to seal is not well-formed text.");
    return this.#parts.sealer.seal(text, context);
  }

  async open(sealed: Uint8Array, context: SealContext): Promise<Secret> {
    const plain = await this.#parts.sealer.open(sealed, context);
    const value = new Secret(plain.toString("utf8"));
    plain.fill(0);
    return value;
  }

  async reseal(sealed: Uint8Array, context: SealContext): Promise<Uint8Array> {
    return this.#parts.sealer.reseal(sealed, context);
  }

  fingerprint(purpose: string, value: Secret): Uint8Array {
    return this.#parts.fingerprints.make(purpose, value.reveal());
  }

  initialKey(ksn: string): Promise<InitialKey | undefined> {
    return this.#parts.initialKeys.initialKey(ksn);
  }

  checkMasterKey(): Promise<MasterKeyState> {
    return checkMasterKey(this.#parts.store, this.#parts.rootKeys);
  }

  moveBaseKeys(): Promise<BaseKeyMove> {
    return this.#parts.moveBaseKeys();
  }

  /** Wipes all keys in memory. The object cannot be used afterwards. */
  close(): void {
    const { rootKeys, memories, sealer } = this.#parts;
    sealer.wipe();
    rootKeys.wipe();
    for (const memory of memories) memory.clear();
  }
}

export async function openKeyCustody(needs: CustodyNeeds): Promise<StoredKeyCustody> {
  const { db, environment, keysInMemory = KEYS_IN_MEMORY } = needs;
  const { sealsPerKey = SEALS_MAX, nowMs = () => performance.now() } = needs;
  const [store, baseKeyStore] = [new DataKeyStore(db), new BaseKeyStore(db)];
  const [memory, derived] = [new KeyMemory(keysInMemory), new KeyMemory(keysInMemory)];
  const { keys: rootKeys, heldBaseKeys, hsmHealth } = needs.root;
  const dataKeys = new DataKeys({ store, rootKeys, memory });
  const connectionLosses = () => db.losses;
  const sealer = new Sealer({ store, dataKeys, nowMs, sealsPerKey, connectionLosses });
  const isProduction = environment === "production";
  const vault = new BaseKeyVault({ sealer, held: heldBaseKeys });
  const baseKeys = new BaseKeys({ store: baseKeyStore, sealer, vault, isProduction });
  const initialKeys = new InitialKeys({ store: baseKeyStore, vault, memory: derived, nowMs });

  await ensureFittingMasterKey(store, rootKeys);
  const fingerprints = await openFingerprints(store, dataKeys);
  if (isProduction && !needs.allowsPublishedKeys) await refusePublishedKeys(baseKeys);
  const memories = [memory, derived];
  const parts = { store, rootKeys, memories, sealer, fingerprints, initialKeys, baseKeys };
  const moving = () => moveBaseKeys({ store: baseKeyStore, vault });
  return new StoredKeyCustody({ ...parts, hsmHealth, moveBaseKeys: moving });
}

async function ensureFittingMasterKey(store: DataKeyStore, rootKeys: RootKeys): Promise<void> {
  let current = await store.findCurrentMasterKey();
  if (current === undefined) {
    await store.addFirstMasterKey((await rootKeys.first()).proof);
    current = await store.findCurrentMasterKey();
  }
  if (current === undefined) throw new Error("The master key was added but cannot be found.");
  await refuseWrongMasterKey(store, rootKeys);
}

async function refusePublishedKeys(baseKeys: BaseKeys): Promise<void> {
  const names = await baseKeys.findPublished();
  if (names.length === 0) return;
  throw new StartError(
    `Production refuses published test keys. Retire the base key ${names.join(", ")}.`,
  );
}
