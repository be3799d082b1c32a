/** Collects bytes into pieces of 64 KiB. */
export const PIECE = 64 * 1024;

export class ByteQueue {
  #piece = Buffer.allocUnsafe(PIECE);
  #length = 0;
  #full: Buffer[] = [];

  append(source: Buffer, from: number, end: number): void {
    for (let at = from; at < end; ) {
      const count = Math.min(end - at, PIECE - this.#length);
      source.copy(this.#piece, this.#length, at, at + count);
      this.#length += count;
      at += count;
      if (this.#length === PIECE) this.#finishPiece();
    }
  }

  appendByte(byte: number): void {
    this.#piece[this.#length++] = byte;
    if (this.#length === PIECE) this.#finishPiece();
  }

  /** Returns the pieces that were filled since the last call. */
  takeFull(): readonly Buffer[] {
    const full = this.#full;
    if (full.length > 0) this.#full = [];
    return full;
  }

  takeRest(): readonly Buffer[] {
    if (this.#length > 0) this.#finishPiece();
    return this.takeFull();
  }

  #finishPiece(): void {
    this.#full.push(this.#piece.subarray(0, this.#length));
    this.#piece = Buffer.allocUnsafe(PIECE);
    this.#length = 0;
  }
}
