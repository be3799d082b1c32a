/**
 * Slows a report down while other requests are served, the more the later they are served. Otherwise
 * it runs at full speed. It limits bytes, because bytes that are not read fill the connection, and
 * only a full connection slows the database down too.
 */
export interface ReportPacingNeeds {
  /** A monotonic clock. */
  readonly nowMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
  /** Waits until other work of the event loop has run. */
  readonly nextTurn: () => Promise<void>;
  /** The time of the last request that was not a report. */
  readonly lastRequestMs: () => number;
}

/** Full speed starts this long after the last other request. */
const ALONE_AFTER_MS = 200;
/** About 15,000 rows per second, a tenth of the database's speed. */
const BYTES_PER_MS = 4 * 1_024;
/** Shorter pauses are below the resolution of timers. */
const PAUSE_MIN_MS = 2;
const PAUSE_MAX_MS = 50;
/** A longer turn of the event loop means that requests wait. */
const LATE_MS = 3;
const SLOWNESS_MAX = 8;

export class ReportPacing {
  readonly #needs: ReportPacingNeeds;
  #slowness = 1;
  #sinceMs: number;
  #bytes = 0;

  constructor(needs: ReportPacingNeeds) {
    this.#needs = needs;
    this.#sinceMs = needs.nowMs();
  }

  /** Pauses after a chunk of this many bytes, if needed. */
  async pace(bytes: number): Promise<void> {
    const { nowMs, pause, lastRequestMs } = this.#needs;
    const now = nowMs();
    if (now - lastRequestMs() >= ALONE_AFTER_MS) return this.#restartAt(now);
    this.#bytes += bytes;
    const dueMs = (this.#bytes / BYTES_PER_MS) * this.#slowness;
    const pauseMs = this.#sinceMs + dueMs - now;
    if (pauseMs < PAUSE_MIN_MS) return;
    await this.#measureTurn();
    await pause(Math.min(pauseMs, PAUSE_MAX_MS));
    this.#restartAt(nowMs());
  }

  #restartAt(now: number): void {
    this.#sinceMs = now;
    this.#bytes = 0;
  }

  /** Late turns double the slowness, and good turns reduce it step by step. */
  async #measureTurn(): Promise<void> {
    const { nowMs, nextTurn } = this.#needs;
    const started = nowMs();
    await nextTurn();
    const isLate = nowMs() - started > LATE_MS;
    this.#slowness = isLate
      ? Math.min(this.#slowness * 2, SLOWNESS_MAX)
      : Math.max(this.#slowness * 0.9, 1);
  }
}
