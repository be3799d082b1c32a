/** Gathers bytes into pieces of a good size to send. */
export const PIECE = 64 * 1024;

export class ByteQueue {
  #piece = Buffer.allocUnsafe(PIECE);
  #length = 0;
  #full: Buffer[] = [];

  copy(source: Buffer, from: number, end: number): void {
    for (let at = from; at < end; ) {
      const count = Math.min(end - at, PIECE - this.#length);
      source.copy(this.#piece, this.#length, at, at + count);
      this.#length += count;
      at += count;
      if (this.#length === PIECE) this.#turn();
    }
  }

  one(byte: number): void {
    this.#piece[this.#length++] = byte;
    if (this.#length === PIECE) this.#turn();
  }

  /** Pieces that are full since they were last asked for. */
  full(): readonly Buffer[] {
    const full = this.#full;
    if (full.length > 0) this.#full = [];
    return full;
  }

  rest(): readonly Buffer[] {
    if (this.#length > 0) this.#turn();
    return this.full();
  }

  #turn(): void {
    this.#full.push(this.#piece.subarray(0, this.#length));
    this.#piece = Buffer.allocUnsafe(PIECE);
    this.#length = 0;
  }
}
