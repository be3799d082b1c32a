/** A seeded random generator. */

export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 to 1, exclusive, by mulberry32. */
  #throw(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number; both bounds are inclusive. */
  between(min: number, max: number): number {
    return min + Math.floor(this.#throw() * (max - min + 1));
  }

  happens(percent: number): boolean {
    return this.#throw() * 100 < percent;
  }

  one<Item>(items: readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new Error("There is nothing to choose from.");
    return item;
  }

  times<Item>(count: number, make: () => Item): Item[] {
    return Array.from({ length: count }, make);
  }
}
