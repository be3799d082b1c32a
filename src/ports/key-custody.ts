/**
 * Who holds the keys. Callers hand in plain values and get sealed ones, name a terminal and get the
 * key it was given; master, data and base keys never come out, so that an HSM can stand behind this.
 */
import type { Secret } from "../values/secret.ts";

/** What a sealed value belongs to. It cannot be opened as anything else. */
export interface SealContext {
  /** The table and column, such as "vault.sealed". */
  readonly place: string;
  /** Whose row it is, such as "120000000001/323000000007". */
  readonly owner: string;
}

export interface KeyCustody {
  seal(value: Secret, context: SealContext): Promise<Uint8Array>;
  /** Fails with a CustodyFault when the value was sealed for another context or was changed. */
  open(sealed: Uint8Array, context: SealContext): Promise<Secret>;
  /** A keyed digest: the same value gives the same bytes, and only custody can make them. */
  fingerprint(purpose: string, value: Secret): Uint8Array;
}

/** Whether the master key that this process was given opens the keys in the database. */
export type MasterKeyState =
  | { readonly kind: "fits" }
  /** This process has the key in memory; where it would be read from at a start, it is not. */
  | { readonly kind: "fits_until_restart"; readonly why: string }
  | {
      readonly kind: "other_key_needed";
      readonly neededId: string;
      readonly givenIds: readonly string[];
    }
  | { readonly kind: "does_not_open" };

export interface MasterKeyCheck {
  /** Cheap enough to be asked every few seconds. Fails when the database does not answer. */
  checkMasterKey(): Promise<MasterKeyState>;
}

/** All that custody does for whoever serves requests. */
export interface Custody extends KeyCustody, TerminalKeys, MasterKeyCheck {
  readonly baseKeys: BaseKeyRegister;
}

/** For jobs that bring stored values under the newest data key. */
export interface Resealer {
  reseal(sealed: Uint8Array, context: SealContext): Promise<Uint8Array>;
}

export type CustodyErrorKind = "unreadable" | "master_key_replaced";

const WORDS: Record<CustodyErrorKind, string> = {
  unreadable: "The sealed value cannot be opened here.",
  master_key_replaced: "The master key was replaced: restart this process with the new one.",
};

/** It says what kind of thing went wrong and nothing of the value, the key or the place. */
export class CustodyError extends Error {
  override readonly name = "CustodyError";
  readonly kind: CustodyErrorKind;

  constructor(kind: CustodyErrorKind) {
    super(WORDS[kind]);
    this.kind = kind;
  }
}

export const BASE_KEY_KINDS = ["tdes-2key", "tdes-3key", "aes-128", "aes-192", "aes-256"] as const;
export type BaseKeyKind = (typeof BASE_KEY_KINDS)[number];

/** The key that was injected into one terminal. Whoever asks for it wipes it after use. */
export interface InitialKey {
  readonly kind: BaseKeyKind;
  /** The name of the base key that it was derived from. */
  readonly baseKey: string;
  readonly key: Uint8Array;
}

export interface TerminalKeys {
  /**
   * The KSN is upper-case hex: 20 digits ask for TDES DUKPT, 24 for AES DUKPT. Undefined: no base
   * key claims it.
   */
  initialKey(ksn: string): Promise<InitialKey | undefined>;
}

/** One person's half of a base key, and the check value on the same sheet of paper. */
export interface KeyComponent {
  /** In hex. */
  readonly value: Secret;
  readonly checkValue: string;
}

export interface BaseKeyClaim {
  readonly name: string;
  readonly kind: BaseKeyKind;
  /** The beginning of the KSNs it answers for; null: every KSN that no other key claims. */
  readonly ksi: string | null;
}

export type BaseKeyState = "pending" | "active" | "retired" | "abandoned";

export interface BaseKeyEntry extends BaseKeyClaim {
  readonly state: BaseKeyState;
  /** Of the component while pending, of the key afterwards. */
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
  | "same_person"
  | "nothing_pending"
  | "not_in_production";

export type ImportOutcome =
  | { readonly kind: "kept"; readonly checkValue: string }
  | { readonly kind: "refused"; readonly why: ImportRefusal };

/** Base keys come in under dual control, each person at another time, and never go out again. */
export interface BaseKeyRegister {
  startImport(claim: BaseKeyClaim, component: KeyComponent, by: string): Promise<ImportOutcome>;
  finishImport(name: string, component: KeyComponent, by: string): Promise<ImportOutcome>;
  /** A whole key in one piece, for published test keys. Never in production. */
  addTestKey(claim: BaseKeyClaim, value: Secret): Promise<ImportOutcome>;
  list(): Promise<readonly BaseKeyEntry[]>;
  /** Stops an active key within a second, or gives up a pending import. False: neither is there. */
  retire(name: string): Promise<boolean>;
}
