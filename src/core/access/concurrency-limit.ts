/** Lets a few pieces of work through at once and a few more wait. It does not know what they do. */

/** Too many wait already: said at once, so that the queue stays short. */
export class TooManyWaiting extends Error {
  override readonly name = "Crowded";
}

export interface ConcurrencyLimits {
  readonly atOnceMax: number;
  readonly waitingMax: number;
}

export class ConcurrencyLimit {
  readonly #limits: ConcurrencyLimits;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#inside < this.#limits.atOnceMax) {
      this.#inside++;
      return;
    }
    if (this.#waiting.length >= this.#limits.waitingMax)
      throw new TooManyWaiting("too many wait already");
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Whoever leaves hands the place on, so that nobody slips in before those who wait. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#inside--;
    else next();
  }
}
