/**
 * How a terminal encrypts: which key of the reading, cipher, initialization vector and padding. There
 * is a list per device type; an operator may set others for a base key.
 */
import type { DukptKeyUse } from "./tdes-dukpt.ts";

export interface EncryptionScheme {
  readonly use: DukptKeyUse;
  /** Whether a data key of TDES DUKPT is encrypted with itself before use (X9.24-1 A.4.1). */
  readonly hasOneWayStep: boolean;
  /** `dukpt`: the cipher of the KSN's kind. `bps` encrypts digits to digits with a TDES key. */
  readonly cipher: "dukpt" | "tdes" | "aes" | "bps";
  readonly mode: "cbc" | "ecb";
  readonly iv: "zeros" | "sent";
  readonly fill: "zeros" | "zeros-or-pkcs7";
  /** For bps only: both 32-bit halves. */
  readonly tweak?: { readonly left: number; readonly right: number };
}

/** Decrypts every published capture. */
export const STANDARD_SCHEME: EncryptionScheme = {
  use: "data-request",
  hasOneWayStep: true,
  cipher: "dukpt",
  mode: "cbc",
  iv: "zeros",
  fill: "zeros",
};

/** Some readers use the PIN variant of the key for card data, without the one-way step. */
export const PIN_VARIANT_SCHEME: EncryptionScheme = {
  ...STANDARD_SCHEME,
  use: "pin",
  hasOneWayStep: false,
};

/** Vendors publish neither the tweak nor the choice of digits. These are our own. */
export const DIGITS_SCHEME: EncryptionScheme = {
  ...STANDARD_SCHEME,
  cipher: "bps",
  tweak: { left: 0, right: 0 },
};
