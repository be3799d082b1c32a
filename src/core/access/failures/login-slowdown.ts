/**
 * Slows down logins under a name that fails from many addresses. Each attempt waits before it is
 * judged, and the number of waiting attempts is limited. A name alone is never locked.
 */
import { setTimeout as pauseMs } from "node:timers/promises";
import { TooManyWaiting } from "../concurrency-limit.ts";

export type Pause = (ms: number) => Promise<unknown>;

/** Twice the failures after which one address is locked. */
export const SLOW_FROM_FAILURES = 20;
export const SLOW_WITHIN = Temporal.Duration.from({ minutes: 15 });
/** More failures would not increase the delay. */
export const SLOW_KEPT_MAX = 60;

const STEP_FAILURES = 10;
const FIRST_DELAY_MS = 250;
const DELAY_MAX_MS = 3_000;

/** The delay for this number of failures in the last 15 minutes. */
export function loginDelayMs(failures: number): number {
  if (failures < SLOW_FROM_FAILURES) return 0;
  const steps = Math.floor((failures - SLOW_FROM_FAILURES) / STEP_FAILURES);
  return Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** steps);
}

/** The limits of attempts that wait at the same time in this process. */
const WAITING_MAX = 500;
const WAITING_PER_NAME_MAX = 20;
const WAITING_PER_PLACE_MAX = 2;

/** The digests of a name, and of the name with its address. */
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

  /** Throws TooManyWaiting if too many attempts wait already. */
  async hold({ name, place }: SlowedAttempt, delayMs: number): Promise<void> {
    const isFull =
      this.#total >= WAITING_MAX ||
      this.#countOf(name) >= WAITING_PER_NAME_MAX ||
      this.#countOf(place) >= WAITING_PER_PLACE_MAX;
    if (isFull) throw new TooManyWaiting("too many logins with this name are waiting");
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
