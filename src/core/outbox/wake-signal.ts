/** Wakes everything that waits for a change. */
export class WakeSignal {
  readonly #waiting = new Set<() => void>();

  wakeAll(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Waits for the next wakeAll, or until the time is over if one is given. */
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
