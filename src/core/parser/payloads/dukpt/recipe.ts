/**
 * How a terminal enciphers: which key of its reading, which cipher, which initial value, which fill.
 * A value per device type, with the usual recipe as default; an operator may state others.
 */
import type { KeyUse } from "./tdes-dukpt.ts";

export interface Recipe {
  readonly use: KeyUse;
  /** Whether a data key of TDES DUKPT enciphers itself before it is used (X9.24-1 A.4.1). */
  readonly hasOneWayStep: boolean;
  /** `dukpt`: the cipher of the KSN's own kind. `bps` keeps digits digits, under a TDES key. */
  readonly cipher: "dukpt" | "tdes" | "aes" | "bps";
  readonly mode: "cbc" | "ecb";
  readonly iv: "zeros" | "sent";
  readonly fill: "zeros" | "zeros-or-pkcs7";
  /** Only of bps: both 32-bit halves. */
  readonly tweak?: { readonly left: number; readonly right: number };
}

/** It opens every published capture. */
export const USUAL: Recipe = {
  use: "data-request",
  hasOneWayStep: true,
  cipher: "dukpt",
  mode: "cbc",
  iv: "zeros",
  fill: "zeros",
};

/** Some readers use the PIN variant for card data, as it is. */
export const PIN_VARIANT: Recipe = { ...USUAL, use: "pin", hasOneWayStep: false };

/** Makers publish neither tweak nor which digits they take: these are ours. */
export const DIGITS: Recipe = { ...USUAL, cipher: "bps", tweak: { left: 0, right: 0 } };
