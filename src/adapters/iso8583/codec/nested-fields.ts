/** Named values in one field: EMV's tags (field 55), or tags of two characters (field 48). */
import { ByteReader } from "./byte-reader.ts";
import { decodeCharacters, encodeCharacters } from "./characters.ts";
import { IsoFormatError, isoFieldError } from "./iso-format-error.ts";
import type { NestedField } from "./message-spec.ts";

export type NestedValues = ReadonlyMap<string, Uint8Array>;

const TAG_BYTES_MAX = 4;
/** An issuer may send several scripts of a kind. A repeated one gets its number: 72, 72.2, 72.3. */
const REPEATABLE: ReadonlySet<string> = new Set(["71", "72"]);
const TEXT_TAG = /^[0-9A-Z]{2}$/;
const TEXT_LENGTH_MAX = 99;

export function writeNested(field: number, spec: NestedField, values: NestedValues): Uint8Array {
  const write = spec.format === "ber" ? writeBer : writeText;
  return Buffer.concat([...values].map(([tag, value]) => write(field, { tag, value, spec })));
}

export function readNested(field: number, spec: NestedField, bytes: Uint8Array): NestedValues {
  const reader = new ByteReader(bytes);
  const values = new Map<string, Uint8Array>();
  while (reader.left > 0) {
    const entry = spec.format === "ber" ? readBer(field, reader) : readText(field, spec, reader);
    if (entry === undefined) continue;
    values.set(freeKey(field, values, { tag: entry.tag, spec }), entry.value);
  }
  return values;
}

/** The tag without the number of a repeated one. */
export function plainTag(key: string): string {
  return key.split(".", 1)[0] ?? "";
}

function freeKey(
  field: number,
  values: NestedValues,
  { tag, spec }: { readonly tag: string; readonly spec: NestedField },
): string {
  if (!values.has(tag)) return tag;
  if (spec.format !== "ber" || !REPEATABLE.has(tag)) {
    throw isoFieldError(field, `tag ${tag} occurs twice`);
  }
  const count = [...values.keys()].filter((key) => plainTag(key) === tag).length;
  return `${tag}.${count + 1}`;
}

interface Entry {
  readonly tag: string;
  readonly value: Uint8Array;
}

function writeBer(field: number, { tag: key, value }: Entry): Uint8Array {
  const tag = plainTag(key);
  if (!isBerTag(Buffer.from(tag, "hex"), tag))
    throw isoFieldError(field, "a tag is not a tag of EMV");
  return Buffer.concat([Buffer.from(tag, "hex"), berLength(field, value.length), value]);
}

/** The first byte tells whether more follow; each of those tells it by its highest bit. */
function isBerTag(bytes: Uint8Array, hex: string): boolean {
  if (bytes.length * 2 !== hex.length || bytes.length > TAG_BYTES_MAX) return false;
  return bytes.length > 0 && tagLength(bytes) === bytes.length;
}

function tagLength(bytes: Uint8Array): number {
  if (((bytes[0] ?? 0) & 0x1f) !== 0x1f) return 1;
  const last = bytes.findIndex((byte, at) => at > 0 && byte < 0x80);
  return last < 0 ? Number.POSITIVE_INFINITY : last + 1;
}

function berLength(field: number, length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  if (length <= 0xff) return Uint8Array.of(0x81, length);
  if (length <= 0xffff) return Uint8Array.of(0x82, length >> 8, length & 0xff);
  throw isoFieldError(field, "a value is longer than 65535 bytes");
}

/** Undefined: a zero between objects, which has no meaning (EMV Book 3, B.1). */
function readBer(field: number, reader: ByteReader): Entry | undefined {
  const tag = [...reader.read(1)];
  if (tag[0] === 0) return undefined;
  if (((tag[0] ?? 0) & 0x1f) === 0x1f) {
    do {
      if (tag.length === TAG_BYTES_MAX) throw isoFieldError(field, "a tag is longer than 4 bytes");
      tag.push(...reader.read(1));
    } while ((tag.at(-1) ?? 0) >= 0x80);
  }
  const value = Uint8Array.from(reader.read(readBerLength(field, reader)));
  return { tag: Buffer.from(tag).toString("hex").toUpperCase(), value };
}

function readBerLength(field: number, reader: ByteReader): number {
  const [first = 0] = reader.read(1);
  if (first < 0x80) return first;
  const count = first & 0x7f;
  if (count < 1 || count > 2) throw isoFieldError(field, "a length is not in a known form");
  return reader.read(count).reduce((sum, byte) => sum * 256 + byte, 0);
}

function writeText(field: number, { tag, value, spec }: Entry & { spec: NestedField }): Uint8Array {
  if (!TEXT_TAG.test(tag)) throw isoFieldError(field, "a tag is not two capitals or digits");
  if (value.length > TEXT_LENGTH_MAX) {
    throw isoFieldError(field, `the value of tag ${tag} is longer than ${TEXT_LENGTH_MAX}`);
  }
  const head = `${tag}${String(value.length).padStart(2, "0")}`;
  const written = encodeCharacters(head, textEncoding(spec));
  if (written === undefined) throw new IsoFormatError("A tag cannot be written.");
  return Buffer.concat([written, value]);
}

function readText(field: number, spec: NestedField, reader: ByteReader): Entry {
  const head = decodeCharacters(reader.read(4), textEncoding(spec), { count: 4 }) ?? "";
  const [tag, length] = [head.slice(0, 2), head.slice(2)];
  if (!TEXT_TAG.test(tag) || !/^\d\d$/.test(length)) {
    throw isoFieldError(field, "a tag with its length is not readable");
  }
  return { tag, value: Uint8Array.from(reader.read(Number(length))) };
}

function textEncoding({ encoding }: NestedField): "ascii" | "ebcdic" {
  return encoding === "ebcdic" ? "ebcdic" : "ascii";
}
