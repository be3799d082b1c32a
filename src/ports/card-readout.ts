/**
 * What a device read from a card besides number and expiration, and what the issuer sends back to the
 * chip. A readout is for the card host only. It stays in memory and is never stored.
 */
import type { Secret } from "../values/secret.ts";

export interface CardReadout {
  /** As the device read them, without start, end and check characters. */
  readonly track1?: Secret | undefined;
  readonly track2?: Secret | undefined;
  /** Encrypted by the device: 16 hex digits, or 32 for a block of AES. */
  readonly pinBlock?: Secret | undefined;
  /** The key serial number under which the PIN block is encrypted. */
  readonly pinKsn?: string | undefined;
  /** The chip's data, by tag: only those in values/chip-tags.ts. */
  readonly chip?: ReadonlyMap<string, Uint8Array> | undefined;
}

/**
 * Each value is a complete TLV object (tag, length, value) in hex, so that several scripts can follow
 * one another, and the terminal can be given all of them joined. Plain values, because it is JSON.
 */
export interface ChipAnswer {
  /** Tag 8A. */
  readonly responseCode?: string | undefined;
  /** Tag 91. */
  readonly issuerAuthentication?: string | undefined;
  /** Tag 71: scripts for the time before the second cryptogram, one object after the other. */
  readonly script1?: string | undefined;
  /** Tag 72: scripts for the time after it. */
  readonly script2?: string | undefined;
}
