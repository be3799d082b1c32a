/** A seeded random generator. Failures print the seed, so that they can be repeated. */
import { randomInt } from "node:crypto";

export interface SeededRandom {
  readonly seed: number;
  /** A number from 0 to `end`, exclusive. */
  below(end: number): number;
  bytes(count: number): Buffer;
  pick<Item>(items: readonly Item[]): Item;
}

export function seededRandom(seed = randomInt(2 ** 32)): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (end: number) => Math.floor((next() / 2 ** 32) * end);
  return {
    seed,
    below,
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  };
}

/** A counter of `bits` bits with at most `most` set bits, as terminals use it. */
export function drawCounter({ below }: SeededRandom, bits: number, most: number): number {
  for (;;) {
    const counter = below(2 ** bits);
    if (counter.toString(2).replaceAll("0", "").length <= most) return counter;
  }
}
