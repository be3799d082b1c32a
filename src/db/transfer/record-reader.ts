/**
 * Reads a transfer file record by record, with one chunk in memory at a time. A file that is
 * incomplete or changed is detected at its next check line.
 */
import { createHash } from "node:crypto";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { damagedFileError, NEWLINE, parseRecord, type TransferRecord } from "./format.ts";

const LINE_BYTES_MAX = 1_048_576;
/** Four times as much as Node's default, so that there are fewer calls. */
const CHUNK_BYTES = 65_536;

type RecordOf<Kind> = Extract<TransferRecord, { readonly kind: Kind }>;

export class RecordReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #digest = createHash("sha256");
  /** Bytes that were received and not yet read. */
  #held: Buffer = Buffer.alloc(0);

  constructor(input: Readable) {
    // The iterator gets all errors, so the callback has nothing to do.
    const plain = pipeline(input, createGunzip({ chunkSize: CHUNK_BYTES }), () => {});
    this.#chunks = plain[Symbol.asyncIterator]();
  }

  async next(): Promise<TransferRecord> {
    return parseRecord(await this.#line());
  }

  async expect<Kind extends TransferRecord["kind"]>(kind: Kind): Promise<RecordOf<Kind>> {
    const record = await this.next();
    if (record.kind !== kind) throw damagedFileError();
    return record as RecordOf<Kind>;
  }

  async check(): Promise<void> {
    const digest = this.#digest.copy().digest("hex");
    const { sha256 } = await this.expect("check");
    if (sha256 !== digest) throw damagedFileError();
  }

  /** The bytes after a data line, in pieces. */
  async *bytes(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#held.length === 0 && !(await this.#more())) throw damagedFileError();
      const piece = this.#take(Math.min(left, this.#held.length));
      left -= piece.length;
      yield piece;
    }
  }

  /** Throws if anything follows the last record. */
  async finish(): Promise<void> {
    if (this.#held.length > 0 || (await this.#more())) throw damagedFileError();
  }

  /** Closes the input, whether or not it was read to its end. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #line(): Promise<string> {
    let end = this.#held.indexOf(NEWLINE);
    while (end === -1) {
      const searched = this.#held.length;
      if (searched > LINE_BYTES_MAX || !(await this.#more())) throw damagedFileError();
      end = this.#held.indexOf(NEWLINE, searched);
    }
    return this.#take(end + 1).toString("utf8");
  }

  #take(count: number): Buffer {
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    this.#digest.update(taken);
    return taken;
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next().catch(asDamage);
    if (next.done === true) return false;
    this.#held = this.#held.length === 0 ? next.value : Buffer.concat([this.#held, next.value]);
    return true;
  }
}

/**
 * A decompression error means a damaged file. Other errors, such as of the disk, stay as they are.
 */
function asDamage(error: unknown): never {
  const { code } = error as { code?: unknown };
  throw typeof code === "string" && code.startsWith("Z_") ? damagedFileError() : error;
}
