/** Writes and reads the length before a variable field, and checks lengths against their rule. */
import type { ByteReader } from "./byte-reader.ts";
import { bytesFor, decodeCharacters, encodeCharacters } from "./characters.ts";
import { isoFieldError } from "./iso-format-error.ts";
import type { LengthRule } from "./message-spec.ts";

const NO_BYTES = new Uint8Array();

/** A fixed field has no length before it. */
export function writeLength(field: number, rule: LengthRule, length: number): Uint8Array {
  checkLength(field, rule, length);
  if (rule.kind === "fixed") return NO_BYTES;
  if (rule.encoding === "binary") return bigEndian(length, binaryBytes(rule.digits));
  const digits = String(length).padStart(rule.digits, "0");
  const written = encodeCharacters(digits, rule.encoding);
  if (written === undefined) throw isoFieldError(field, "its length cannot be written");
  return written;
}

export function readLength(field: number, rule: LengthRule, bytes: ByteReader): number {
  if (rule.kind === "fixed") return rule.length;
  const length = rule.encoding === "binary" ? readBinary(rule, bytes) : readDigits(rule, bytes);
  if (length === undefined) throw isoFieldError(field, "its length is not a number");
  checkLength(field, rule, length);
  return length;
}

type VariableRule = Extract<LengthRule, { kind: "variable" }>;

function checkLength(field: number, rule: LengthRule, length: number): void {
  if (rule.kind === "fixed" && length !== rule.length) {
    throw isoFieldError(field, `the length is ${length}, and ${rule.length} is required`);
  }
  if (rule.kind === "variable" && length > rule.max) {
    throw isoFieldError(field, `the length is ${length}, and at most ${rule.max} is allowed`);
  }
}

/** Up to two digits fit in one byte (0 to 255), more in two. */
function binaryBytes(digits: VariableRule["digits"]): number {
  return digits <= 2 ? 1 : 2;
}

function bigEndian(length: number, count: number): Uint8Array {
  return count === 1 ? Uint8Array.of(length) : Uint8Array.of(length >> 8, length & 0xff);
}

function readBinary({ digits }: VariableRule, bytes: ByteReader): number {
  return bytes.read(binaryBytes(digits)).reduce((sum, byte) => sum * 256 + byte, 0);
}

function readDigits(rule: VariableRule, bytes: ByteReader): number | undefined {
  const encoding = rule.encoding === "binary" ? "bcd" : rule.encoding;
  const written = bytes.read(bytesFor(rule.digits, encoding));
  const digits = decodeCharacters(written, encoding, { count: rule.digits });
  return digits !== undefined && /^\d+$/.test(digits) ? Number(digits) : undefined;
}
