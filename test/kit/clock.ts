/** A clock that stands still until a test moves it. */
import type { Clock } from "../../src/ports/clock.ts";

export class StandingClock implements Clock {
  #now: Temporal.Instant;

  constructor(moment?: string) {
    this.#now =
      moment === undefined ? Temporal.Now.instant().round("second") : Temporal.Instant.from(moment);
  }

  business(): Temporal.Instant {
    return this.#now;
  }

  wall(): Temporal.Instant {
    return this.#now;
  }

  set(moment: string): void {
    this.#now = Temporal.Instant.from(moment);
  }

  advance(duration: Temporal.DurationLike): void {
    this.#now = this.#now.add(duration);
  }
}
