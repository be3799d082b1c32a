/**
 * Describes a dialect of ISO 8583 as a value: how the message type, the bitmaps and each field are
 * written. The codec builds and reads messages by such a value, so another host's dialect is another
 * table.
 */

/** How the characters of a field become bytes. In "bcd" two digits share a byte. */
export type TextEncoding = "ascii" | "ebcdic" | "bcd";

/** "signed" is an amount with a leading C or D. "track" has digits and the separators = and D. */
export type TextContent = "digits" | "text" | "track" | "signed";

export type LengthRule =
  | { readonly kind: "fixed"; readonly length: number }
  | {
      readonly kind: "variable";
      readonly max: number;
      /** How many digits the length has (LLVAR: 2, LLLVAR: 3), and how they are written. */
      readonly digits: 1 | 2 | 3 | 4;
      readonly encoding: TextEncoding | "binary";
    };

export interface TextField {
  readonly kind: "text";
  readonly content: TextContent;
  readonly encoding: TextEncoding;
  readonly length: LengthRule;
  /** Where an odd number of BCD digits gets its filling half byte. Default: a zero before them. */
  readonly oddDigits?: "zero before" | "F after";
}

/** Lengths count bytes. */
export interface BinaryField {
  readonly kind: "binary";
  /** "hex": each byte is written as two characters, and lengths count characters. */
  readonly encoding: "binary" | "hex";
  readonly length: LengthRule;
}

/** Named values in one field. */
export interface NestedField {
  readonly kind: "nested";
  /**
   * "ber": tags and lengths of EMV (field 55). "text": a tag of two characters and a length of two
   * digits, as private data (field 48) is often written.
   */
  readonly format: "ber" | "text";
  readonly encoding: "binary" | "ascii" | "ebcdic";
  readonly length: LengthRule;
}

export type FieldSpec = TextField | BinaryField | NestedField;

export interface MessageSpec {
  readonly name: string;
  readonly messageType: TextEncoding;
  /** "binary": 8 bytes each. "hex": 16 characters each. */
  readonly bitmap: "binary" | "hex";
  /** From 2 to 128, except 65. Field 1 and 65 are bitmaps. */
  readonly fields: Readonly<Record<number, FieldSpec>>;
}

/**
 * Text for text fields, bytes for binary fields, tags and bytes for nested fields. Chip data that could
 * not be read as tags is bytes.
 */
export type FieldValue = string | Uint8Array | ReadonlyMap<string, Uint8Array>;

export interface IsoMessage {
  /** Four digits, such as 0200. */
  readonly type: string;
  readonly fields: ReadonlyMap<number, FieldValue>;
}

export const FIELD_MAX = 128;
