/**
 * Parses BER-TLV (ISO/IEC 8825-1, as in EMV Book 3 annex B): tags of several bytes, lengths in the
 * 81 and 82 forms, padding between objects. Depth, count and length are limited. Pure.
 */
import { describeTag } from "./known-tags.ts";
import { PayloadError } from "./payload-error.ts";

export interface TlvNode {
  /** Upper-case hex. */
  readonly tag: string;
  readonly value: Uint8Array;
  /** The offsets of the tag's start and the value's end in the parsed bytes. */
  readonly start: number;
  readonly end: number;
  /** The content of a template. */
  readonly children: readonly TlvNode[];
  /** One vendor writes A1 or C1 between tag and length, for masked and encrypted values. */
  readonly mark?: "masked" | "encrypted";
}

export interface TlvOptions {
  /** The name of the data in errors. */
  readonly where: string;
  readonly isMarked?: boolean;
}

const DEPTH_MAX = 8;
const NODES_MAX = 512;
const TAG_BYTES_MAX = 4;
/** Second bytes of the FF tags that terminals send: FF1F, FF81xx, FFEExx. */
const FF_TAGS = [0x1f, 0x81, 0xee];
const MARKS: Readonly<Record<number, "masked" | "encrypted">> = {
  161: "masked",
  193: "encrypted",
};

export function parseTlv(bytes: Uint8Array, way: TlvOptions): readonly TlvNode[] {
  return new Parser(bytes, way).objects({ start: 0, end: bytes.length, depth: 1 });
}

/** For decrypted data: returns undefined if it is not TLV. */
export function tryTlv(bytes: Uint8Array): readonly TlvNode[] | undefined {
  try {
    return parseTlv(bytes, { where: "" });
  } catch (error) {
    if (error instanceof PayloadError) return undefined;
    throw error;
  }
}

/** All objects, each template before its content. */
export function flattenTlv(nodes: readonly TlvNode[]): readonly TlvNode[] {
  return nodes.flatMap((node) => [node, ...flattenTlv(node.children)]);
}

export function findTag(nodes: readonly TlvNode[], tag: string): TlvNode | undefined {
  for (const node of nodes) {
    const found = node.tag === tag ? node : findTag(node.children, tag);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

class Parser {
  readonly #bytes: Uint8Array;
  readonly #way: TlvOptions;
  #at = 0;
  #count = 0;

  constructor(bytes: Uint8Array, way: TlvOptions) {
    this.#bytes = bytes;
    this.#way = way;
  }

  objects({ start, end, depth }: Span): TlvNode[] {
    if (depth > DEPTH_MAX) throw this.#error(start, `templates are more than ${DEPTH_MAX} deep`);
    const nodes: TlvNode[] = [];
    this.#at = start;
    for (this.#skipFill(end); this.#at < end; this.#skipFill(end)) {
      nodes.push(this.#object({ start: this.#at, end, depth }));
    }
    return nodes;
  }

  /** EMV Book 3, B.1: bytes 00 and FF before, between and after objects have no meaning. */
  #skipFill(end: number): void {
    while (this.#at < end && (this.#bytes[this.#at] === 0 || this.#bytes[this.#at] === 0xff)) {
      // FF is also the first byte of a few tags.
      if (this.#bytes[this.#at] === 0xff && this.#beginsTag(end)) return;
      this.#at++;
    }
  }

  #beginsTag(end: number): boolean {
    return this.#at + 2 < end && FF_TAGS.includes(this.#bytes[this.#at + 1] ?? 0);
  }

  #object({ start, end, depth }: Span): TlvNode {
    if (++this.#count > NODES_MAX)
      throw this.#error(start, `there are more than ${NODES_MAX} objects`);
    const tag = this.#tag(end);
    const mark = this.#mark();
    const length = this.#length(end);
    const valueAt = this.#at;
    if (length > end - valueAt) {
      throw this.#error(
        start,
        `${describeTag(tag)} says ${length} bytes, ${end - valueAt} are left`,
      );
    }
    const valueEnd = valueAt + length;
    const children = this.#children(tag, { start: valueAt, end: valueEnd, depth: depth + 1 });
    this.#at = valueEnd;
    const value = this.#bytes.subarray(valueAt, valueEnd);
    return { tag, value, start, end: valueEnd, children, ...(mark && { mark }) };
  }

  /** Bit 6 of the first byte marks a template. FF tags may contain text despite this bit. */
  #children(tag: string, span: Span): readonly TlvNode[] {
    const isTemplate = (Number.parseInt(tag.slice(0, 2), 16) & 0x20) !== 0;
    if (!isTemplate) return [];
    if (!tag.startsWith("FF")) return this.objects(span);
    try {
      return this.objects(span);
    } catch (error) {
      if (error instanceof PayloadError) return [];
      throw error;
    }
  }

  #tag(end: number): string {
    const start = this.#at;
    let byte = this.#take(end, "a tag");
    if ((byte & 0x1f) === 0x1f) {
      do byte = this.#take(end, "the rest of a tag");
      while ((byte & 0x80) !== 0 && this.#at - start < TAG_BYTES_MAX);
      if ((byte & 0x80) !== 0) throw this.#error(start, `a tag has over ${TAG_BYTES_MAX} bytes`);
    }
    return spanToHex(this.#bytes, start, this.#at);
  }

  #mark(): TlvNode["mark"] {
    const mark = this.#way.isMarked ? MARKS[this.#bytes[this.#at] ?? 0] : undefined;
    if (mark !== undefined) this.#at++;
    return mark;
  }

  #length(end: number): number {
    const at = this.#at;
    const first = this.#take(end, "a length");
    if (first < 0x80) return first;
    if (first === 0x81) return this.#take(end, "a length");
    if (first === 0x82) return this.#take(end, "a length") * 256 + this.#take(end, "a length");
    throw this.#error(at, `a length begins with ${first.toString(16).toUpperCase()}`);
  }

  #take(end: number, what: string): number {
    const byte = this.#at < end ? this.#bytes[this.#at] : undefined;
    if (byte === undefined) throw this.#error(this.#at, `${what} is missing`);
    this.#at++;
    return byte;
  }

  #error(offset: number, what: string): PayloadError {
    return new PayloadError("broken_tlv", `${this.#way.where}: at byte ${offset} ${what}.`);
  }
}

function spanToHex(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at++) text += (bytes[at] ?? 0).toString(16).padStart(2, "0");
  return text.toUpperCase();
}
