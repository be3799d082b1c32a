/** Who holds the keys. Callers hand in plain values and get sealed ones; no key ever comes out. */
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
  /** Fails when the value was sealed for another context or has been changed. */
  open(sealed: Uint8Array, context: SealContext): Promise<Secret>;
  /** A keyed digest: the same value gives the same bytes, and only custody can make them. */
  fingerprint(purpose: string, value: Secret): Uint8Array;
}
