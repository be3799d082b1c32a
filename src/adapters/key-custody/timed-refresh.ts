/**
 * Refreshes a value from the database that may be used for a second. In steady use the next refresh
 * runs in the background; after a pause the first caller waits for it.
 */
const VALID_MS = 1_000;
const REFRESH_AFTER_MS = 500;

export class TimedRefresh {
  readonly #refresh: () => Promise<void>;
  readonly #nowMs: () => number;
  #refreshedMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;

  constructor(refresh: () => Promise<void>, nowMs: () => number) {
    this.#refresh = refresh;
    this.#nowMs = nowMs;
  }

  isFresh(): boolean {
    const ageMs = this.#nowMs() - this.#refreshedMs;
    // A failure is ignored here. Callers after the second is over get the error.
    if (ageMs >= REFRESH_AFTER_MS && ageMs < VALID_MS) this.start().catch(() => {});
    return ageMs < VALID_MS;
  }

  /** Starts a refresh, or returns the running one. */
  start(): Promise<void> {
    this.#running ??= this.#refreshOnce().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  // The age counts from the start, because the refresh may miss changes made while it runs.
  async #refreshOnce(): Promise<void> {
    const startedMs = this.#nowMs();
    await this.#refresh();
    this.#refreshedMs = startedMs;
  }
}
