/**
 * Reads records of fixed fields in order: binary, or as the text that a reader types, with bytes as
 * pairs of hex digits. Lists every field for explanations, and gives the position in errors.
 */
import { toLatin1 } from "../encoded-bytes.ts";
import { PayloadError } from "../payload-error.ts";
import type { Part } from "./layout.ts";

export interface RecordCursor {
  readonly parts: readonly Part[];
  /** The bytes that would remain if all remaining fields were bytes. */
  readonly bytesLeft: number;
  bytes(name: string, count: number): Uint8Array;
  byte(name: string): number;
  /** Clear text. It is not hex in typed records either. */
  text(name: string, count: number): string;
  /** Throws if anything follows. */
  end(): void;
}

export function binaryRecord(layout: string, bytes: Uint8Array): RecordCursor {
  return new Cursor(layout, "bytes", {
    length: bytes.length,
    bytes: (at, count) => ({ taken: bytes.subarray(at, at + count), size: count }),
    text: (at, count) => ({ taken: toLatin1(bytes.subarray(at, at + count)), size: count }),
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
    throw this.#error(`the end of the record is expected, but ${this.#left} ${this.#unit} follow`);
  }

  #advance<Value>(name: string, { taken, size }: Taken<Value>): Value {
    if (size > this.#left) {
      throw this.#error(`${name} needs ${size} ${this.#unit}, but ${this.#left} are left`);
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
