/** Limits how many pieces of work run at once and how many wait. */

/** Thrown at once, so that the queue stays short. */
export class TooManyWaiting extends Error {
  override readonly name = "TooManyWaiting";
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
      throw new TooManyWaiting("too many pieces of work are waiting");
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Passes the place to the next one waiting, so that new work cannot overtake it. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#inside--;
    else next();
  }
}
