/** Where the bytes of an answer wait for a reader who is slower than we are. Types only. */
import type { Readable } from "node:stream";

export interface Spool {
  /** Gives the bytes in order. Destroyed before its end, it takes no more. */
  readonly reader: Readable;
  /** Resolves when more may come. */
  add(bytes: Buffer): Promise<void>;
  end(): void;
  /** The reader is broken off. */
  fail(error: Error): void;
}

export interface Spools {
  open(): Spool;
}
