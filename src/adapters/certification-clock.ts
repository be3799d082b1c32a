/**
 * The clock of certification. The business clock is ahead of the machine's clock by a lead that is
 * stored in the database. Every process reads it four times a second.
 */
import { clearTimeout, setTimeout } from "node:timers";
import type { Clock } from "../ports/clock.ts";
import { addMilliseconds } from "../values/instants.ts";
import { systemClock } from "./system-clock.ts";

export const LOOK_EVERY_MS = 250;

export interface ClockLead {
  /** How many milliseconds the business clock is ahead of the wall clock. */
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

  /** Reads the lead, and continues to read it until closed. */
  async start(): Promise<void> {
    await this.look();
    this.#lookAgain();
  }

  /** Reads the lead now, which this process has changed. */
  async look(): Promise<void> {
    this.#aheadMs = await this.#lead.readAheadMs();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #lookAgain(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(async () => {
      // Without an answer, the last lead stays.
      this.#aheadMs = await this.#lead.readAheadMs().catch(() => this.#aheadMs);
      this.#lookAgain();
    }, LOOK_EVERY_MS).unref();
  }
}
