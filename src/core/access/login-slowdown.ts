/**
 * Slows down logins under a name that fails from many addresses. Each attempt waits a little before
 * it is judged, right or wrong, and only so many wait: a name alone is never locked.
 */
import { setTimeout as pauseMs } from "node:timers/promises";
import { TooManyWaiting } from "./concurrency-limit.ts";

export type Pause = (ms: number) => Promise<unknown>;

/** Twice what one address can contribute before it is locked itself. */
export const SLOW_FROM_FAILURES = 20;
export const SLOW_WITHIN = Temporal.Duration.from({ minutes: 15 });
/** More would not make it slower. */
export const SLOW_KEPT_MAX = 60;

const STEP_FAILURES = 10;
const FIRST_DELAY_MS = 250;
const DELAY_MAX_MS = 3_000;

/** With so many failures in the last quarter of an hour. */
export function loginDelayMs(failures: number): number {
  if (failures < SLOW_FROM_FAILURES) return 0;
  const steps = Math.floor((failures - SLOW_FROM_FAILURES) / STEP_FAILURES);
  return Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** steps);
}

/** Of attempts that wait at once in this process. */
const WAITING_MAX = 500;
const WAITING_PER_NAME_MAX = 20;
const WAITING_PER_PLACE_MAX = 2;

/** A name, and the name at one address, both as digests. */
export interface SlowedAttempt {
  readonly name: string;
  readonly place: string;
}

export class WaitingLogins {
  readonly #pause: Pause;
  readonly #waiting = new Map<string, number>();
  #total = 0;

  constructor(pause: Pause = pauseMs) {
    this.#pause = pause;
  }

  /** Fails with Crowded when too many wait already. */
  async hold({ name, place }: SlowedAttempt, delayMs: number): Promise<void> {
    const isFull =
      this.#total >= WAITING_MAX ||
      this.#countOf(name) >= WAITING_PER_NAME_MAX ||
      this.#countOf(place) >= WAITING_PER_PLACE_MAX;
    if (isFull) throw new TooManyWaiting("too many attempts at this name wait already");
    this.#add([name, place], 1);
    try {
      await this.#pause(delayMs);
    } finally {
      this.#add([name, place], -1);
    }
  }

  #countOf(key: string): number {
    return this.#waiting.get(key) ?? 0;
  }

  #add(keys: readonly string[], change: 1 | -1): void {
    this.#total += change;
    for (const key of keys) {
      const count = this.#countOf(key) + change;
      if (count === 0) this.#waiting.delete(key);
      else this.#waiting.set(key, count);
    }
  }
}
