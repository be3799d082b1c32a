/**
 * Writes rows anew that PostgreSQL wrote as tab-separated text: what stands before each value and
 * after a row is given, and how bytes are written that mean something there. Byte by byte, for
 * there are thousands of millions of them.
 */
import { PIECE } from "./byte-queue.ts";

/** How the bytes of a column are written: those that are not here, as they are. */
export type Replacements = ReadonlyMap<number, string>;

export interface RowShape {
  /** What stands before the value of each column. */
  readonly before: readonly string[];
  readonly after: string;
  /** Between two rows. */
  readonly between: string;
  /** Of each column. */
  readonly bytes: readonly Replacements[];
  /** Of what COPY writes as a backslash and a letter. */
  readonly escapes: Replacements;
}

const [TAB, LF, BACKSLASH] = [9, 10, 92];

interface ColumnTable {
  readonly isPlain: Uint8Array;
  readonly replacements: readonly (Uint8Array | undefined)[];
}

export class RowRewriter {
  readonly #before: readonly Uint8Array[];
  readonly #after: Uint8Array;
  readonly #between: Uint8Array;
  readonly #tables: readonly ColumnTable[];
  readonly #escapes: readonly (Uint8Array | undefined)[];
  /** The longest thing that is written at once. */
  readonly #reserve: number;
  #out: Buffer;
  #length = 0;
  #full: Buffer[] = [];
  #column = 0;
  #isStart = true;
  #isFirst = true;
  #isEscaped = false;

  constructor({ before, after, between, bytes, escapes }: RowShape) {
    this.#before = before.map(encode);
    this.#after = encode(after);
    this.#between = encode(between);
    this.#tables = bytes.map(tableOf);
    this.#escapes = replacementsOf(escapes);
    const lengths = [...this.#before, this.#after, this.#between].map(({ length }) => length);
    this.#reserve = Math.max(...lengths, LONGEST_REPLACEMENT);
    this.#out = Buffer.allocUnsafe(PIECE + this.#reserve);
  }

  write(chunk: Buffer): readonly Buffer[] {
    let table = this.#table();
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (table.isPlain[byte] === 1 && !this.#isStart && !this.#isEscaped) continue;
      this.#plain(chunk, from, at);
      from = at + 1;
      if (this.#isStart) this.#startRow();
      this.#special(byte);
      table = this.#table();
    }
    this.#plain(chunk, from, chunk.length);
    return this.#taken();
  }

  end(): readonly Buffer[] {
    if (this.#length > 0) this.#turn();
    return this.#taken();
  }

  #table(): ColumnTable {
    return this.#tables[this.#column] as ColumnTable;
  }

  #startRow(): void {
    if (!this.#isFirst) this.#put(this.#between);
    this.#put(this.#before[0] as Uint8Array);
    this.#isFirst = false;
    this.#isStart = false;
  }

  #special(byte: number): void {
    if (this.#isEscaped) {
      this.#isEscaped = false;
      this.#put(this.#escapes[byte] ?? NOTHING);
    } else if (byte === TAB) {
      this.#put(this.#before[++this.#column] as Uint8Array);
    } else if (byte === LF) {
      this.#put(this.#after);
      this.#column = 0;
      this.#isStart = true;
    } else if (byte === BACKSLASH) {
      this.#isEscaped = true;
    } else {
      this.#put(this.#table().replacements[byte] ?? Uint8Array.of(byte));
    }
  }

  #plain(chunk: Buffer, from: number, end: number): void {
    let length = this.#length;
    const out = this.#out;
    if (length + end - from <= PIECE) {
      for (let at = from; at < end; at++) out[length++] = chunk[at] as number;
      this.#length = length;
    } else {
      this.#plainOver(chunk, from, end);
    }
  }

  #plainOver(chunk: Buffer, from: number, end: number): void {
    for (let at = from; at < end; ) {
      const count = Math.min(end - at, PIECE - this.#length);
      chunk.copy(this.#out, this.#length, at, at + count);
      this.#length += count;
      at += count;
      if (this.#length >= PIECE) this.#turn();
    }
  }

  #put(bytes: Uint8Array): void {
    let length = this.#length;
    const out = this.#out;
    for (let at = 0; at < bytes.length; at++) out[length++] = bytes[at] as number;
    this.#length = length;
    if (length >= PIECE) this.#turn();
  }

  #turn(): void {
    this.#full.push(this.#out.subarray(0, this.#length));
    this.#out = Buffer.allocUnsafe(PIECE + this.#reserve);
    this.#length = 0;
  }

  #taken(): readonly Buffer[] {
    const full = this.#full;
    if (full.length > 0) this.#full = [];
    return full;
  }
}

const NOTHING = new Uint8Array();
const LONGEST_REPLACEMENT = 16;

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function tableOf(bytes: Replacements): ColumnTable {
  const isPlain = new Uint8Array(256).fill(1);
  for (const byte of [TAB, LF, BACKSLASH, ...bytes.keys()]) isPlain[byte] = 0;
  return { isPlain, replacements: replacementsOf(bytes) };
}

function replacementsOf(bytes: Replacements): (Uint8Array | undefined)[] {
  return Array.from({ length: 256 }, (_, byte) => {
    const text = bytes.get(byte);
    return text === undefined ? undefined : encode(text);
  });
}
