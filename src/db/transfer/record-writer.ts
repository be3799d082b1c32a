/** Writes records as the bytes of a transfer file, and computes the digest of all bytes. */
import { createHash } from "node:crypto";
import type { TransferRecord } from "./format.ts";

export class RecordWriter {
  readonly #digest = createHash("sha256");

  line(record: TransferRecord): Buffer {
    return this.#counted(Buffer.from(`${JSON.stringify(record)}\n`));
  }

  /** The data line and the COPY data after it. */
  data(bytes: Buffer): readonly Buffer[] {
    return [this.line({ kind: "data", bytes: bytes.length }), this.#counted(bytes)];
  }

  check(): Buffer {
    return this.line({ kind: "check", sha256: this.#digest.copy().digest("hex") });
  }

  #counted(bytes: Buffer): Buffer {
    this.#digest.update(bytes);
    return bytes;
  }
}
