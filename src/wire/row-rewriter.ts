/**
 * Rewrites the tab-separated rows of PostgreSQL's COPY in another format: with given texts before
 * each value and after each row, and with replacements for special bytes. It works on bytes with as
 * few steps as possible, because reports have billions of them.
 */
import { PIECE } from "./byte-queue.ts";

/** Replacements of bytes. All other bytes stay as they are. */
export type Replacements = ReadonlyMap<number, string>;

export interface RowShape {
  /** The text before the value of each column. */
  readonly before: readonly string[];
  readonly after: string;
  /** The text between two rows. */
  readonly between: string;
  /** The replacements for each column. */
  readonly bytes: readonly Replacements[];
  /** What stands for an empty value of a column, if not nothing. */
  readonly empty?: readonly string[];
  /** The replacements for COPY's escapes, by the letter after the backslash. */
  readonly escapes: Replacements;
  /** Replaces U+FFFE and U+FFFF, in formats that do not allow them. */
  readonly noncharacter?: string;
}

const [TAB, LF, BACKSLASH] = [9, 10, 92];
/** The meaning of a byte in a table: 0 is the byte itself, 1 to 5 are these, others are replacements. */
const [NEXT_COLUMN, NEXT_ROW, ESCAPE, LAST_OF_THREE, ANYTHING] = [1, 2, 3, 4, 5];
const FIRST_REPLACEMENT = 6;

/** The largest possible output of a step fits after a full piece. */
const STEP = 256;
/** The last two bytes of a piece are repeated before the next one, because a character may be split. */
const MARGIN = 2;

export class RowRewriter {
  readonly #before: readonly Uint8Array[];
  /** The joined texts before several empty columns, by the first column and their number. */
  readonly #skips = new Map<number, Uint8Array>();
  /** Undefined: nothing stands for an empty value. */
  readonly #empty: readonly Uint8Array[] | undefined;
  readonly #after: Uint8Array;
  readonly #between: Uint8Array;
  readonly #tables: readonly Uint8Array[];
  readonly #replacements: readonly Uint8Array[];
  readonly #escapes: readonly Uint8Array[];
  readonly #noncharacter: Uint8Array;
  readonly #size: number;
  #out: Buffer;
  #length = MARGIN;
  /** Where the current value begins in the output. -1: in an earlier piece. */
  #valueAt = -1;
  #full: Buffer[] = [];
  #column = 0;
  #state: "start" | "value" | "escape" = "start";
  #isFirst = true;
  #rows = 0;

  constructor(shape: RowShape) {
    const { before, empty, after, between, bytes, escapes, noncharacter } = shape;
    this.#before = before.map(encode);
    this.#empty = empty?.map(encode);
    this.#after = encode(after);
    this.#between = encode(between);
    const texts = [...new Set(bytes.flatMap((column) => [...column.values()]))];
    this.#replacements = texts.map(encode);
    this.#tables = bytes.map((column) => byteTable(column, texts, noncharacter !== undefined));
    this.#escapes = Array.from({ length: 256 }, (_, byte) => encode(escapes.get(byte) ?? ""));
    this.#noncharacter = encode(noncharacter ?? "");
    const written = [...before, ...(empty ?? []), after, between, ...texts];
    const longest = Math.max(...written.map(byteLength));
    this.#size = MARGIN + PIECE + STEP * 3 * longest;
    this.#out = Buffer.allocUnsafe(this.#size);
    this.#out.fill(0, 0, MARGIN);
  }

  /** The number of rows written so far. */
  get rows(): number {
    return this.#rows;
  }

  write(chunk: Buffer): readonly Buffer[] {
    for (let from = 0; from < chunk.length; from += STEP) {
      this.#step(chunk, from, Math.min(from + STEP, chunk.length));
      if (this.#length >= PIECE) this.#finishPiece();
    }
    return this.#takeFull();
  }

  end(): readonly Buffer[] {
    if (this.#length > MARGIN) this.#finishPiece();
    return this.#takeFull();
  }

  #step(chunk: Buffer, from: number, end: number): void {
    const out = this.#out;
    let length = this.#length;
    let table = this.#table();
    for (let at = from; at < end; at++) {
      const byte = chunk[at] as number;
      const meaning = table[byte] as number;
      if (meaning === 0) {
        out[length++] = byte;
      } else if (meaning === NEXT_COLUMN) {
        // Most columns are empty, so the texts before several columns are written at once.
        let next = at + 1;
        while (next < end && chunk[next] === TAB) next++;
        length = writeBytes(out, this.#endValue(length), this.#skip(next - at));
        this.#valueAt = length;
        table = this.#table();
        at = next - 1;
      } else {
        length = this.#special(byte, meaning, length);
        table = this.#table();
        // The first byte of a row is handled again as part of its value.
        if (this.#isToRepeat) at--;
        this.#isToRepeat = false;
      }
    }
    this.#length = length;
  }

  #isToRepeat = false;

  /** Advances by `count` columns, and returns the text before them. */
  #skip(count: number): Uint8Array {
    const column = this.#column;
    this.#column += count;
    if (count === 1) return this.#before[column + 1] as Uint8Array;
    const place = column * this.#before.length + count;
    let bytes = this.#skips.get(place);
    if (bytes === undefined) {
      bytes = Buffer.concat(this.#textsBefore(column + 1, column + count));
      this.#skips.set(place, bytes);
    }
    return bytes;
  }

  /** The texts before the columns from `first` to `last`, if those before the last one are empty. */
  #textsBefore(first: number, last: number): Uint8Array[] {
    const texts: Uint8Array[] = [];
    for (let column = first; column <= last; column++) {
      texts.push(this.#before[column] as Uint8Array);
      if (column < last && this.#empty !== undefined) texts.push(this.#empty[column] as Uint8Array);
    }
    return texts;
  }

  /** Writes what stands for an empty value, if the current one is empty. */
  #endValue(length: number): number {
    if (this.#empty === undefined || length !== this.#valueAt) return length;
    return writeBytes(this.#out, length, this.#empty[this.#column] as Uint8Array);
  }

  #table(): Uint8Array {
    return this.#state === "value" ? (this.#tables[this.#column] as Uint8Array) : EVERY_BYTE;
  }

  /** Writes the output for a special byte, and returns the new length. */
  #special(byte: number, meaning: number, length: number): number {
    const out = this.#out;
    switch (meaning) {
      case NEXT_ROW:
        return this.#endRow(length);
      case ESCAPE:
        this.#state = "escape";
        return length;
      case LAST_OF_THREE:
        return this.#lastOfThree(byte, length);
      case ANYTHING:
        return this.#state === "start" ? this.#startRow(length) : this.#unescape(byte, length);
      default:
        return writeBytes(
          out,
          length,
          this.#replacements[meaning - FIRST_REPLACEMENT] as Uint8Array,
        );
    }
  }

  #startRow(length: number): number {
    const between = this.#isFirst ? length : writeBytes(this.#out, length, this.#between);
    this.#isFirst = false;
    this.#state = "value";
    this.#isToRepeat = true;
    this.#valueAt = writeBytes(this.#out, between, this.#before[0] as Uint8Array);
    return this.#valueAt;
  }

  #endRow(length: number): number {
    const end = this.#endValue(length);
    this.#column = 0;
    this.#rows++;
    this.#state = "start";
    return writeBytes(this.#out, end, this.#after);
  }

  #unescape(byte: number, length: number): number {
    this.#state = "value";
    return writeBytes(this.#out, length, this.#escapes[byte] as Uint8Array);
  }

  /** U+FFFE and U+FFFF are EF BF BE and EF BF BF. */
  #lastOfThree(byte: number, length: number): number {
    const out = this.#out;
    if (out[length - 1] === 0xbf && out[length - 2] === 0xef) {
      // The first two bytes of the replacement are the same.
      return writeBytes(out, length, this.#noncharacter.subarray(2));
    }
    out[length] = byte;
    return length + 1;
  }

  #finishPiece(): void {
    const { length } = this.#out.subarray(0, this.#length);
    this.#full.push(this.#out.subarray(MARGIN, length));
    const next = Buffer.allocUnsafe(this.#size);
    this.#out.copy(next, 0, length - MARGIN, length);
    this.#out = next;
    this.#valueAt = this.#valueAt === length ? MARGIN : -1;
    this.#length = MARGIN;
  }

  #takeFull(): readonly Buffer[] {
    const full = this.#full;
    if (full.length > 0) this.#full = [];
    return full;
  }
}

const EVERY_BYTE = new Uint8Array(256).fill(ANYTHING);

function writeBytes(out: Buffer, length: number, bytes: Uint8Array): number {
  out.set(bytes, length);
  return length + bytes.length;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function byteLength(text: string): number {
  return encode(text).length;
}

function byteTable(
  bytes: Replacements,
  texts: readonly string[],
  hasNoncharacter: boolean,
): Uint8Array {
  const table = new Uint8Array(256);
  for (const [byte, text] of bytes) table[byte] = FIRST_REPLACEMENT + texts.indexOf(text);
  table[TAB] = NEXT_COLUMN;
  table[LF] = NEXT_ROW;
  table[BACKSLASH] = ESCAPE;
  if (hasNoncharacter) table.fill(LAST_OF_THREE, 0xbe, 0xc0);
  return table;
}
