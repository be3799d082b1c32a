/**
 * Why a payload could not be read. The message states the layout, the position, what was expected
 * and what was found, as kinds and lengths, never the data. The interface has the number of a code.
 */

export type PayloadErrorCode =
  /** 2100: the payload does not have the device type's layout. */
  | "wrong_layout"
  /** 2101: the terminal itself says that it read no card. */
  | "nothing_read"
  /** 2102: the length, LRC or checksum of a frame is wrong. */
  | "broken_frame"
  /** 2103: the TLV or EMV item list is malformed. */
  | "broken_tlv"
  /** 2200: neither the payload nor the request has a serial number. */
  | "serial_missing"
  /** 2201: the request and the payload name different devices. */
  | "serial_differs"
  /** 2400: the KSN is missing or malformed. */
  | "bad_ksn"
  /** 2401: the KSN in the request differs from the one in the payload. */
  | "ksn_differs"
  /** 2402: there is no base key for the KSN. */
  | "no_base_key"
  /** 2600: the decrypted data is not card data. */
  | "unreadable"
  /** 2800: the card data has no card number. */
  | "no_pan";

/** The payload does not agree with the request's serial number or KSN, which is missing or differs. */
export interface RequestConflict {
  readonly kind: "no_serial" | "other_serial" | "no_ksn" | "other_ksn";
  readonly layout: string;
}

interface PayloadErrorFacts {
  readonly serial?: string | undefined;
  readonly conflict?: RequestConflict | undefined;
}

export class PayloadError extends Error {
  override readonly name = "PayloadError";
  readonly code: PayloadErrorCode;
  /** The serial number in the payload, if it could be read. */
  readonly serial: string | undefined;
  /** Set if another value in the request would correct this. */
  readonly conflict: RequestConflict | undefined;

  constructor(code: PayloadErrorCode, message: string, facts: PayloadErrorFacts = {}) {
    super(message);
    this.code = code;
    this.serial = facts.serial;
    this.conflict = facts.conflict;
  }
}

/** The terminal itself reports an error, so the fields of its message are not tried. */
export class MessageError extends PayloadError {}
