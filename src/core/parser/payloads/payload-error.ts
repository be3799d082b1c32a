/**
 * Why a payload gave no card. The text says which layout, where in it, what was expected and what
 * was found, in kinds and lengths: never the data itself. Interfaces give each code their own number.
 */

export type PayloadErrorCode =
  /** 2100: not the device type's layout. */
  | "wrong_layout"
  /** 2101: the terminal itself says that it read no card. */
  | "nothing_read"
  /** 2102: length, LRC or checksum of a frame. */
  | "broken_frame"
  /** 2103: TLV, or an EMV item list. */
  | "broken_tlv"
  /** 2200: neither payload nor request names the device. */
  | "serial_missing"
  /** 2201: the request names another device than the payload. */
  | "serial_differs"
  /** 2400: KSN missing or malformed. */
  | "bad_ksn"
  /** 2401: the request's KSN is not the payload's. */
  | "ksn_differs"
  /** 2402: no base key for that KSN. */
  | "no_base_key"
  /** 2600: what was decrypted is no card data. */
  | "unreadable"
  /** 2800: it is card data, but without a number. */
  | "no_pan";

export class PayloadError extends Error {
  override readonly name = "PayloadError";
  readonly code: PayloadErrorCode;
  /** The device that the payload names, as far as that could be read. */
  readonly serial: string | undefined;

  constructor(code: PayloadErrorCode, message: string, serial?: string) {
    super(message);
    this.code = code;
    this.serial = serial;
  }
}

/** A message that says itself why it is none to read: no field of it is looked at by itself. */
export class MessageError extends PayloadError {}
