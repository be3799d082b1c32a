/** Writes and reads one field by its rule in the dialect. */
import type { ByteReader } from "./byte-reader.ts";
import { bytesFor, decodeCharacters, encodeCharacters } from "./characters.ts";
import { readLength, writeLength } from "./field-length.ts";
import { IsoFormatError, isoFieldError } from "./iso-format-error.ts";
import type {
  BinaryField,
  FieldSpec,
  FieldValue,
  NestedField,
  TextContent,
  TextField,
} from "./message-spec.ts";
import { readNested, writeNested } from "./nested-fields.ts";

const ALLOWED: Readonly<Record<TextContent, RegExp>> = {
  digits: /^\d*$/,
  text: /^[\x20-\x7e]*$/,
  track: /^[\d=D]*$/,
  signed: /^[CD]\d*$/,
};

export function encodeField(field: number, spec: FieldSpec, value: FieldValue): Uint8Array {
  if (spec.kind === "text" && typeof value === "string") return writeText(field, spec, value);
  if (spec.kind === "binary" && value instanceof Uint8Array) return writeBytes(field, spec, value);
  if (spec.kind === "nested" && value instanceof Map) {
    const bytes = writeNested(field, spec, value);
    return Buffer.concat([writeLength(field, spec.length, bytes.length), bytes]);
  }
  throw isoFieldError(field, `the value is not for a ${spec.kind} field`);
}

export function decodeField(field: number, spec: FieldSpec, bytes: ByteReader): FieldValue {
  const length = readLength(field, spec.length, bytes);
  if (spec.kind === "text") return readText(field, spec, bytes, length);
  if (spec.kind === "binary") return readBytes(field, spec, bytes, length);
  return readNestedField(field, spec, bytes, length);
}

/** A shorter number gets zeros before it, and a shorter text spaces behind it. */
function writeText(field: number, spec: TextField, value: string): Uint8Array {
  const { content, encoding, length, oddDigits } = spec;
  if (!ALLOWED[content].test(value)) throw isoFieldError(field, `characters are not ${content}`);
  const text = length.kind === "fixed" ? fill(value, content, length.length) : value;
  const size = writeLength(field, length, text.length);
  const written = encodeCharacters(text, encoding, oddDigits);
  if (written === undefined)
    throw isoFieldError(field, `characters cannot be written as ${encoding}`);
  return size.length === 0 ? written : Buffer.concat([size, written]);
}

function fill(value: string, content: TextContent, length: number): string {
  if (content === "digits") return value.padStart(length, "0");
  return content === "text" ? value.padEnd(length, " ") : value;
}

function readText(field: number, spec: TextField, bytes: ByteReader, length: number): string {
  const { content, encoding, oddDigits } = spec;
  const written = bytes.read(bytesFor(length, encoding));
  const text = decodeCharacters(written, encoding, {
    count: length,
    ...(oddDigits && { oddDigits }),
  });
  if (text === undefined || !ALLOWED[content].test(text)) {
    throw isoFieldError(field, `bytes are not ${content} as ${encoding}`);
  }
  return content === "track" ? text.replaceAll("D", "=") : text;
}

function writeBytes(field: number, spec: BinaryField, value: Uint8Array): Uint8Array {
  if (spec.encoding === "binary") {
    return Buffer.concat([writeLength(field, spec.length, value.length), value]);
  }
  const hex = Buffer.from(Buffer.from(value).toString("hex").toUpperCase(), "latin1");
  return Buffer.concat([writeLength(field, spec.length, hex.length), hex]);
}

function readBytes(
  field: number,
  { encoding }: BinaryField,
  bytes: ByteReader,
  length: number,
): Uint8Array {
  const written = bytes.read(length);
  if (encoding === "binary") return Uint8Array.from(written);
  const hex = Buffer.from(written).toString("latin1");
  if (!/^([\dA-Fa-f]{2})*$/.test(hex)) throw isoFieldError(field, "bytes are not hex digits");
  return Uint8Array.from(Buffer.from(hex, "hex"));
}

/**
 * Data that is not in the expected form stays as bytes. The rest of the message, such as an approval, can
 * be read and must count.
 */
function readNestedField(
  field: number,
  spec: NestedField,
  bytes: ByteReader,
  length: number,
): FieldValue {
  const written = bytes.read(length);
  try {
    return readNested(field, spec, written);
  } catch (error) {
    if (!(error instanceof IsoFormatError)) throw error;
    return Uint8Array.from(written);
  }
}
