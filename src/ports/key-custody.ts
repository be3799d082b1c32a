/**
 * The port of key custody. It seals and opens values and derives terminal keys. Master, data and
 * base keys never leave it, so that an HSM can implement it.
 */
import type { SecondPersonRefusal } from "../values/logins/second-person.ts";
import type { Secret } from "../values/secret.ts";

/** Where a sealed value belongs. It can be opened in the same context only. */
export interface SealContext {
  /** The table and column, such as "vault.sealed". */
  readonly place: string;
  /** Whose row it is, such as "120000000001/323000000007". */
  readonly owner: string;
}

export interface KeyCustody {
  seal(value: Secret, context: SealContext): Promise<Uint8Array>;
  /** Throws a CustodyError if the value was sealed for another context or was changed. */
  open(sealed: Uint8Array, context: SealContext): Promise<Secret>;
  /** A keyed digest. Equal values have equal digests, and only key custody can compute them. */
  fingerprint(purpose: string, value: Secret): Uint8Array;
}

/** Whether this process's master key unwraps the keys in the database. */
export type MasterKeyState =
  | { readonly kind: "fits" }
  /** This process has the key in memory, but a restart would not find it. */
  | { readonly kind: "fits_until_restart"; readonly why: string }
  | {
      readonly kind: "other_key_needed";
      readonly neededId: string;
      readonly givenIds: readonly string[];
    }
  | { readonly kind: "does_not_open" };

export interface MasterKeyCheck {
  /** Fast enough to be called every few seconds. Fails if the database does not answer. */
  checkMasterKey(): Promise<MasterKeyState>;
}

/** Whether every stored key can be used. Names and ids are not secret. */
export interface StoredKeysReport {
  readonly dataKeys: number;
  /** The ids of data keys that the master key does not open. */
  readonly unreadableDataKeys: readonly string[];
  readonly baseKeys: number;
  /** The names of base keys that cannot be opened. */
  readonly unreadableBaseKeys: readonly string[];
  /** The names of base keys whose check value differs from the stored one. */
  readonly differingBaseKeys: readonly string[];
  /** The names of base keys that are published test keys. */
  readonly publishedBaseKeys: readonly string[];
}

/** How an HSM does, for readiness and metrics. */
export interface HsmHealth {
  /** Lets the HSM encrypt something. Fails with a sentence that says why it cannot. */
  checkHsm(): Promise<void>;
  readonly counts: {
    readonly calls: number;
    readonly failures: number;
    /** How often a lost session was opened again. */
    readonly reopenings: number;
  };
}

/** The parts of key custody that a server needs. */
export interface Custody extends KeyCustody, TerminalKeys, MasterKeyCheck {
  readonly baseKeys: BaseKeyRegister;
  /** Absent without an HSM. */
  readonly hsmHealth?: HsmHealth | undefined;
}

/** For jobs that seal stored values with the newest data key. */
export interface Resealer {
  reseal(sealed: Uint8Array, context: SealContext): Promise<Uint8Array>;
}

export type CustodyErrorKind = "unreadable" | "master_key_replaced";

const MESSAGES: Record<CustodyErrorKind, string> = {
  unreadable: "The sealed value cannot be opened.",
  master_key_replaced: "The master key was replaced. Restart this process with the new key.",
};

/** The message does not mention the value, the key or the context. */
export class CustodyError extends Error {
  override readonly name = "CustodyError";
  readonly kind: CustodyErrorKind;

  constructor(kind: CustodyErrorKind) {
    super(MESSAGES[kind]);
    this.kind = kind;
  }
}

export const BASE_KEY_KINDS = ["tdes-2key", "tdes-3key", "aes-128", "aes-192", "aes-256"] as const;
export type BaseKeyKind = (typeof BASE_KEY_KINDS)[number];

/** The key that was injected into a terminal. The caller wipes it after use. */
export interface InitialKey {
  readonly kind: BaseKeyKind;
  /** The name of its base key. */
  readonly baseKey: string;
  readonly key: Uint8Array;
}

export interface TerminalKeys {
  /**
   * The KSN is upper-case hex: 20 digits for TDES DUKPT, 24 for AES DUKPT. Returns undefined if there
   * is no base key for it.
   */
  initialKey(ksn: string): Promise<InitialKey | undefined>;
}

/** One component of a base key, and its check value. */
export interface KeyComponent {
  /** In hex. */
  readonly value: Secret;
  readonly checkValue: string;
}

export interface BaseKeyClaim {
  readonly name: string;
  readonly kind: BaseKeyKind;
  /** The start of the KSNs that use this key. Null: all KSNs that match no other key. */
  readonly ksi: string | null;
}

export type BaseKeyState = "pending" | "active" | "retired" | "abandoned";

export interface BaseKeyEntry extends BaseKeyClaim {
  readonly state: BaseKeyState;
  /** The check value of the component while pending, then of the key. */
  readonly checkValue: string;
  readonly startedBy: string | null;
  readonly finishedBy: string | null;
  readonly createdAt: Temporal.Instant;
  readonly finishedAt: Temporal.Instant | null;
  readonly retiredAt: Temporal.Instant | null;
}

export type ImportRefusal =
  | "bad_name"
  | "bad_ksi"
  | "bad_person"
  | "bad_length"
  | "wrong_check_value"
  | "weak_key"
  | "published_test_key"
  | "name_taken"
  | "ksi_taken"
  | SecondPersonRefusal
  | "nothing_pending"
  | "not_in_production";

export type ImportOutcome =
  | { readonly kind: "kept"; readonly checkValue: string }
  | { readonly kind: "refused"; readonly why: ImportRefusal };

export interface SecondOperator {
  readonly name: string;
  /** The time of the wall clock. */
  readonly at: Temporal.Instant;
}

/** Base keys are entered under dual control, by two people at different times, and never leave. */
export interface BaseKeyRegister {
  startImport(claim: BaseKeyClaim, component: KeyComponent, by: string): Promise<ImportOutcome>;
  finishImport(name: string, component: KeyComponent, by: SecondOperator): Promise<ImportOutcome>;
  /** Adds a whole key, for published test keys. Not in production. */
  addTestKey(claim: BaseKeyClaim, value: Secret): Promise<ImportOutcome>;
  listBaseKeys(): Promise<readonly BaseKeyEntry[]>;
  /** Retires an active key within a second, or cancels a pending import. False if there is neither. */
  retire(name: string): Promise<boolean>;
}
