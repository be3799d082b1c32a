/** A look that costs something, shared by all who ask while it is fresh. A failure is not kept. */

export class CachedReading<Seen> {
  readonly #look: () => Promise<Seen>;
  readonly #freshForMs: number;
  #last: { readonly atMs: number; readonly seen: Promise<Seen> } | undefined;

  constructor(look: () => Promise<Seen>, freshForMs: number) {
    this.#look = look;
    this.#freshForMs = freshForMs;
  }

  read(): Promise<Seen> {
    const atMs = performance.now();
    if (this.#last !== undefined && atMs - this.#last.atMs < this.#freshForMs) {
      return this.#last.seen;
    }
    const last = { atMs, seen: this.#look() };
    this.#last = last;
    last.seen.catch(() => {
      if (this.#last === last) this.#last = undefined;
    });
    return last.seen;
  }
}
