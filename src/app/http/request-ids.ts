/**
 * Ids of requests: UUIDs of version 7 (RFC 9562, 5.7), in increasing order. They are unique but not
 * secret: the random part is drawn once per process, and the rest is a counter.
 */
import { randomUUID } from "node:crypto";

/**
 * The twelve bits of rand_a count the ids of a millisecond. After that, the next one is used early.
 */
const PER_MS = 4_096;
const VERSION = 0x7000;
const COUNTS = Array.from({ length: PER_MS }, (_, count) => (VERSION + count).toString(16));

export class RequestIds {
  readonly #nowMs: () => number;
  /** The variant and rand_b, taken from a random UUID. */
  readonly #tail = randomUUID().slice("xxxxxxxx-xxxx-xxxx".length);
  /** Never decreases, even if the clock does. */
  #ms = 0;
  #stamp = "";
  #count = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  next(): string {
    const ms = this.#nowMs();
    if (ms > this.#ms) this.#begin(ms);
    else if (this.#count === PER_MS) this.#begin(this.#ms + 1);
    return `${this.#stamp}${COUNTS[this.#count++]}${this.#tail}`;
  }

  #begin(ms: number): void {
    const digits = ms.toString(16).padStart(12, "0");
    this.#ms = ms;
    this.#stamp = `${digits.slice(0, 8)}-${digits.slice(8)}-`;
    this.#count = 0;
  }
}
