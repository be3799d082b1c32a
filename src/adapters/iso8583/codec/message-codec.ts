/** Builds and reads whole ISO 8583 messages by a dialect. Pure. */
import { readBitmap, writeBitmap } from "./bitmap.ts";
import { ByteReader } from "./byte-reader.ts";
import { bytesFor, decodeCharacters, encodeCharacters } from "./characters.ts";
import { decodeField, encodeField } from "./field-codec.ts";
import { IsoFormatError, isoFieldError } from "./iso-format-error.ts";
import type { FieldSpec, FieldValue, IsoMessage, MessageSpec } from "./message-spec.ts";

const TYPE = /^\d{4}$/;
const TYPE_LENGTH = 4;

/** Throws an IsoFormatError if a value does not fit its field. */
export function encodeMessage(spec: MessageSpec, { type, fields }: IsoMessage): Uint8Array {
  const typeBytes = TYPE.test(type) ? encodeCharacters(type, spec.messageType) : undefined;
  if (typeBytes === undefined) throw new IsoFormatError("The message type is not four digits.");
  const numbers = [...fields.keys()].toSorted((a, b) => a - b);
  const parts = numbers.map((number) =>
    encodeField(number, fieldSpec(spec, number), fields.get(number) as FieldValue),
  );
  return Buffer.concat([typeBytes, writeBitmap(numbers, spec.bitmap), ...parts]);
}

/** Throws an IsoFormatError if the bytes are not a message of this dialect. */
export function decodeMessage(spec: MessageSpec, bytes: Uint8Array): IsoMessage {
  const reader = new ByteReader(bytes);
  const type = readType(spec, reader);
  const fields = new Map<number, FieldValue>();
  for (const number of readBitmap(reader, spec.bitmap)) {
    fields.set(number, decodeField(number, fieldSpec(spec, number), reader));
  }
  if (reader.left > 0) {
    throw new IsoFormatError(`The message has ${reader.left} bytes after its last field.`);
  }
  return { type, fields };
}

function readType({ messageType }: MessageSpec, reader: ByteReader): string {
  const written = reader.read(bytesFor(TYPE_LENGTH, messageType));
  const type = decodeCharacters(written, messageType, { count: TYPE_LENGTH });
  if (type === undefined || !TYPE.test(type)) {
    throw new IsoFormatError("The message type is not four digits.");
  }
  return type;
}

function fieldSpec({ fields, name }: MessageSpec, number: number): FieldSpec {
  const spec = fields[number];
  if (spec === undefined) throw isoFieldError(number, `the dialect ${name} does not have it`);
  return spec;
}
