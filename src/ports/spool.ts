/** A buffer for the bytes of an answer with a slow reader. */
import type { Readable } from "node:stream";

export interface Spool {
  /** Returns the bytes in order. If it is destroyed early, the spool accepts no more bytes. */
  readonly reader: Readable;
  /** Resolves when more bytes can be added. */
  add(bytes: Buffer): Promise<void>;
  end(): void;
  /** Destroys the reader with this error. */
  fail(error: Error): void;
}

export interface Spools {
  open(): Spool;
}
