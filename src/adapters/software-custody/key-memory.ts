/**
 * Unwrapped keys, kept for a while: bounded, the longest unused goes first and is wiped. A key that
 * is handed out is good until the next await only, because it may be wiped by then.
 */
export class KeyMemory {
  readonly #keys = new Map<string, Buffer>();
  readonly #capacity: number;
  /** The last one in the map's order. */
  #newest: string | undefined;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(name: string): Buffer | undefined {
    const key = this.#keys.get(name);
    // Moving an entry of a map costs more than all the rest, and a busy key is at the end already.
    if (key === undefined || name === this.#newest) return key;
    this.#keys.delete(name);
    this.#keys.set(name, key);
    this.#newest = name;
    return key;
  }

  /** Takes the key over: from here on this memory wipes it. */
  keep(name: string, key: Buffer): void {
    this.#forget(name);
    this.#keys.set(name, key);
    this.#newest = name;
    if (this.#keys.size <= this.#capacity) return;
    const [oldest] = this.#keys.keys();
    if (oldest !== undefined) this.#forget(oldest);
  }

  clear(): void {
    for (const key of this.#keys.values()) key.fill(0);
    this.#keys.clear();
    this.#newest = undefined;
  }

  get size(): number {
    return this.#keys.size;
  }

  #forget(name: string): void {
    this.#keys.get(name)?.fill(0);
    this.#keys.delete(name);
  }
}

/** In memory of its own: small buffers otherwise share one block with strangers. */
export function copyOf(key: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(key.length);
  copy.set(key);
  return copy;
}
