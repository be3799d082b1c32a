/**
 * A cache of unwrapped keys. The least recently used key is wiped first. A returned key may be used
 * until the next await only, because it may be wiped afterwards.
 */
export class KeyMemory {
  readonly #keys = new Map<string, Buffer>();
  readonly #capacity: number;
  /** The last entry in the order of the map. */
  #newest: string | undefined;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(name: string): Buffer | undefined {
    const key = this.#keys.get(name);
    // Moving an entry is the most expensive step, and a key in use is usually at the end already.
    if (key === undefined || name === this.#newest) return key;
    this.#keys.delete(name);
    this.#keys.set(name, key);
    this.#newest = name;
    return key;
  }

  /** Takes ownership of the key and wipes it later. */
  set(name: string, key: Buffer): void {
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

/** Copies into separate memory. Small buffers would share a block with unrelated data. */
export function copyKey(key: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(key.length);
  copy.set(key);
  return copy;
}
