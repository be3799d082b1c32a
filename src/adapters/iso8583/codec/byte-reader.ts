/** Reads bytes from the start of a message to its end, and refuses to read beyond it. */
import { IsoFormatError } from "./iso-format-error.ts";

export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Returns a view. The caller copies what it keeps. */
  read(count: number): Uint8Array {
    const end = this.#at + count;
    if (end > this.#bytes.length) {
      throw new IsoFormatError(
        `The message ends too early: ${count} bytes are expected at byte ${this.#at}, and ${this.left} are left.`,
      );
    }
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }
}
