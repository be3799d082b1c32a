/** An expensive reading that is cached for a short time. Failures are not cached. */

export class CachedReading<Value> {
  readonly #readNow: () => Promise<Value>;
  readonly #freshForMs: number;
  #last: { readonly atMs: number; readonly value: Promise<Value> } | undefined;

  constructor(readNow: () => Promise<Value>, freshForMs: number) {
    this.#readNow = readNow;
    this.#freshForMs = freshForMs;
  }

  read(): Promise<Value> {
    const atMs = performance.now();
    if (this.#last !== undefined && atMs - this.#last.atMs < this.#freshForMs) {
      return this.#last.value;
    }
    const last = { atMs, value: this.#readNow() };
    this.#last = last;
    last.value.catch(() => {
      if (this.#last === last) this.#last = undefined;
    });
    return last.value;
  }
}
