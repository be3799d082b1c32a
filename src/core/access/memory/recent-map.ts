/**
 * A map of limited size that keeps recently used entries, in two halves. Used entries move to the
 * young half. When it is full, it becomes the old half, and the previous old half is dropped. (Moving
 * an entry of a plain Map to its end at each use makes a busy key slower with every use.)
 */
export class RecentMap<Value> {
  readonly #halfMax: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(sizeMax: number) {
    this.#halfMax = Math.max(1, Math.floor(sizeMax / 2));
  }

  get(key: string): Value | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.#halfMax && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
