/** Chip data as the content of field 55 in hex, for hosts that do not speak ISO 8583 themselves. */
import { IsoFormatError } from "../iso8583/codec/iso-format-error.ts";
import type { NestedField } from "../iso8583/codec/message-spec.ts";
import { type NestedValues, readNested, writeNested } from "../iso8583/codec/nested-fields.ts";

const FIELD = 55;
const BYTES_MAX = 1_024;
const CHIP_DATA: NestedField = {
  kind: "nested",
  format: "ber",
  encoding: "binary",
  length: { kind: "variable", max: BYTES_MAX, digits: 4, encoding: "binary" },
};
const HEX = /^(?:[0-9A-Fa-f]{2})+$/;

export function writeChipTlv(values: NestedValues): string {
  return Buffer.from(writeNested(FIELD, CHIP_DATA, values))
    .toString("hex")
    .toUpperCase();
}

/** Undefined: it is not TLV in hex, or too long. */
export function readChipTlv(hex: string): NestedValues | undefined {
  if (hex.length > 2 * BYTES_MAX || !HEX.test(hex)) return undefined;
  try {
    return readNested(FIELD, CHIP_DATA, Buffer.from(hex, "hex"));
  } catch (error) {
    if (error instanceof IsoFormatError) return undefined;
    throw error;
  }
}
