/** How long to wait before the next attempt to connect: longer after each failure, with chance. */

const FIRST_MS = 200;
const LAST_MS = 30_000;

export class ReconnectPause {
  #failures = 0;

  succeeded(): void {
    this.#failures = 0;
  }

  /** Half of the pause is random, so that processes do not connect at the same moment. */
  nextMs(random: () => number = Math.random): number {
    const full = Math.min(LAST_MS, FIRST_MS * 2 ** this.#failures);
    this.#failures++;
    return full / 2 + (full / 2) * random();
  }
}
