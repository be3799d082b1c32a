/**
 * Records of fixed fields, read from front to back: as bytes, or as the text that a reader types,
 * where bytes are pairs of hex digits. Each field is noted for people; an error names its place.
 */
import { textOf } from "../encoded-bytes.ts";
import { PayloadError } from "../payload-error.ts";
import type { Part } from "./layout.ts";

export interface RecordCursor {
  readonly parts: readonly Part[];
  /** How many bytes would follow, were there nothing but bytes. */
  readonly bytesLeft: number;
  bytes(name: string, count: number): Uint8Array;
  byte(name: string): number;
  /** Clear text; typed records have it as it is. */
  text(name: string, count: number): string;
  /** Nothing may follow. */
  end(): void;
}

export function binaryRecord(layout: string, bytes: Uint8Array): RecordCursor {
  return new Cursor(layout, "bytes", {
    length: bytes.length,
    bytes: (at, count) => ({ taken: bytes.subarray(at, at + count), size: count }),
    text: (at, count) => ({ taken: textOf(bytes.subarray(at, at + count)), size: count }),
  });
}

export function typedRecord(layout: string, text: string): RecordCursor {
  return new Cursor(layout, "characters", {
    length: text.length,
    bytes: (at, count) => {
      const digits = text.slice(at, at + 2 * count);
      const isHex = /^[0-9A-Fa-f]*$/.test(digits);
      return { taken: isHex ? Buffer.from(digits, "hex") : undefined, size: 2 * count };
    },
    text: (at, count) => ({ taken: text.slice(at, at + count), size: count }),
  });
}

interface Taken<Value> {
  readonly taken: Value | undefined;
  readonly size: number;
}

interface Source {
  readonly length: number;
  bytes(at: number, count: number): Taken<Uint8Array>;
  text(at: number, count: number): Taken<string>;
}

class Cursor implements RecordCursor {
  readonly parts: Part[] = [];
  readonly #layout: string;
  readonly #unit: Part["unit"];
  readonly #source: Source;
  #at = 0;

  constructor(layout: string, unit: Part["unit"], source: Source) {
    this.#layout = layout;
    this.#unit = unit;
    this.#source = source;
  }

  get bytesLeft(): number {
    return this.#unit === "bytes" ? this.#left : this.#left / 2;
  }

  get #left(): number {
    return this.#source.length - this.#at;
  }

  bytes(name: string, count: number): Uint8Array {
    return this.#advance(name, this.#source.bytes(this.#at, count));
  }

  byte(name: string): number {
    return this.bytes(name, 1)[0] ?? 0;
  }

  text(name: string, count: number): string {
    return this.#advance(name, this.#source.text(this.#at, count));
  }

  end(): void {
    if (this.#left === 0) return;
    throw this.#error(`the record should end, ${this.#left} ${this.#unit} follow`);
  }

  #advance<Value>(name: string, { taken, size }: Taken<Value>): Value {
    if (size > this.#left) {
      throw this.#error(`${name} needs ${size} ${this.#unit}, ${this.#left} are left`);
    }
    if (taken === undefined) throw this.#error(`${name} is not pairs of hex digits`);
    this.parts.push({ name, offset: this.#at, length: size, unit: this.#unit, depth: 0 });
    this.#at += size;
    return taken;
  }

  #error(what: string): PayloadError {
    const message = `${this.#layout}: at ${this.#unit.slice(0, -1)} ${this.#at} ${what}.`;
    return new PayloadError("wrong_layout", message);
  }
}
