/**
 * Something seen in the database that may be used for a second. In steady use the next look is made
 * in the background, so that nobody waits for it; after a pause the first user waits.
 */
const GOOD_FOR_MS = 1_000;
const LOOK_AHEAD_MS = 500;

export class Recheck {
  readonly #look: () => Promise<void>;
  readonly #nowMs: () => number;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(look: () => Promise<void>, nowMs: () => number) {
    this.#look = look;
    this.#nowMs = nowMs;
  }

  isGood(): boolean {
    const ageMs = this.#nowMs() - this.#lookedMs;
    // When this look fails, nobody is hurt yet: whoever comes after the second is over will be told.
    if (ageMs >= LOOK_AHEAD_MS && ageMs < GOOD_FOR_MS) this.look().catch(() => {});
    return ageMs < GOOD_FOR_MS;
  }

  /** Everyone who asks while a look is under way shares it. */
  look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  // The age counts from before the look: what changes while it is under way may not be seen.
  async #lookOnce(): Promise<void> {
    const startedMs = this.#nowMs();
    await this.#look();
    this.#lookedMs = startedMs;
  }
}
