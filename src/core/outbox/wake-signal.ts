/** Wakes those who wait for something to have happened. */
export class WakeSignal {
  readonly #waiting = new Set<() => void>();

  wakeAll(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Until the next ring, or until the time is over where one is given. */
  wait(atMostMs?: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = atMostMs === undefined ? undefined : setTimeout(wake, atMostMs);
      this.#waiting.add(wake);
    });
  }
}
