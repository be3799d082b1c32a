/**
 * The root of trust of key custody: the master key, in software or in an HSM. It wraps data keys and
 * nothing else. Everything above it is the same for both. Types, and what both kinds share.
 */
import type { BaseKeyClaim, HsmHealth } from "../../ports/key-custody.ts";

export type DataKeyPurpose = "seal" | "fingerprint";

/** A wrapped key is bound to its row. */
export interface DataKeyName {
  readonly id: string;
  readonly purpose: DataKeyPurpose;
}

export const KEY_BYTES = 32;

/** A master key. */
export interface RootKey {
  /** Identifies the key without revealing it. */
  readonly proof: Buffer;
  /** A short id of the key. It is not secret. */
  readonly id: string;
  wrap(key: Buffer, name: DataKeyName): Promise<Buffer>;
  /** Throws a CustodyError if the key was wrapped for another row or was changed. */
  unwrap(wrapped: Buffer, name: DataKeyName): Promise<Buffer>;
}

/** The master keys of this process: usually one, two during a rotation or a move. */
export interface RootKeys {
  /** The key for a database that has none yet. */
  first(): Promise<RootKey>;
  /** The key with this proof, if this process has it. */
  find(proof: Uint8Array): Promise<RootKey | undefined>;
  /** The ids of the keys that were found. */
  readonly ids: readonly string[];
  /** Whether a process that starts now would find this key. */
  isInSource(proof: Uint8Array): Promise<boolean>;
  wipe(): void;
}

/** Base keys inside an HSM. They never leave it. */
export interface HeldBaseKeys {
  /** Takes a whole key, and returns the reference that finds it again. */
  importKey(claim: BaseKeyClaim, key: Buffer): Promise<Buffer>;
  /** Derives a terminal's initial key. */
  deriveKey(reference: Buffer, claim: BaseKeyClaim, device: string): Promise<Buffer>;
  /** The check value, computed inside the HSM. */
  computeCheckValue(reference: Buffer, claim: BaseKeyClaim): Promise<string>;
  destroyKey(reference: Buffer): Promise<void>;
}

export interface RootOfTrust {
  readonly keys: RootKeys;
  /** Absent in software: base keys are then sealed in the database. */
  readonly heldBaseKeys?: HeldBaseKeys;
  readonly hsmHealth?: HsmHealth;
}

const ID_BYTES = 6;

/** The id of the master key with this proof. */
export function proofKeyId(proof: Uint8Array): string {
  return Buffer.from(proof.subarray(0, ID_BYTES)).toString("hex");
}

/** What a wrapped data key is bound to. */
export function dataKeyBinding({ id, purpose }: DataKeyName): Buffer {
  return Buffer.from(`data key ${id} for ${purpose}`);
}
