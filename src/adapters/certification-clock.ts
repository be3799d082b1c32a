/**
 * The clock of certification: wall time of this machine, business time ahead of it by what the
 * database says. Every process looks often, so all of them agree within a quarter of a second.
 */
import { clearTimeout, setTimeout } from "node:timers";
import type { Clock } from "../ports/clock.ts";
import { addMilliseconds } from "../values/instants.ts";
import { systemClock } from "./system-clock.ts";

export const LOOK_EVERY_MS = 250;

export interface ClockLead {
  /** How many milliseconds business time is ahead of the wall clock. */
  readAheadMs(): Promise<number>;
}

export class CertificationClock implements Clock {
  readonly #lead: ClockLead;
  #aheadMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(lead: ClockLead) {
    this.#lead = lead;
  }

  business(): Temporal.Instant {
    return addMilliseconds(this.wall(), this.#aheadMs);
  }

  wall(): Temporal.Instant {
    return systemClock.wall();
  }

  /** Looks once, then goes on looking. */
  async start(): Promise<void> {
    this.#aheadMs = await this.#lead.readAheadMs();
    this.#lookAgain();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #lookAgain(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(async () => {
      // Without an answer the last one still holds: time goes on.
      this.#aheadMs = await this.#lead.readAheadMs().catch(() => this.#aheadMs);
      this.#lookAgain();
    }, LOOK_EVERY_MS).unref();
  }
}
