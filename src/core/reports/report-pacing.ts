/**
 * A report steps back while others are being served: it takes its bytes at a walk, the slower the
 * later they are served. Alone, it runs as fast as it can. Bytes are counted rather than time: what
 * is not taken fills the connection, and only a full connection makes the database rest as well.
 */
export interface ReportPacingNeeds {
  /** Of a clock that only goes forward. */
  readonly nowMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
  /** Lets everything else have its turn. */
  readonly nextTurn: () => Promise<void>;
  /** When something other than a report was last asked for. */
  readonly lastRequestMs: () => number;
}

/** So long after a request, others may be about. */
const ALONE_AFTER_MS = 200;
/** A walk: some 15,000 rows a second, a tenth of what the database can give. */
const BYTES_A_MS = 4 * 1_024;
/** It does not rest for less: a timer would not notice. */
const REST_MIN_MS = 2;
const REST_MAX_MS = 50;
/** A turn that takes longer keeps somebody waiting. */
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

  /** After a piece of so many bytes. */
  async pace(bytes: number): Promise<void> {
    const { nowMs, pause, lastRequestMs } = this.#needs;
    const now = nowMs();
    if (now - lastRequestMs() >= ALONE_AFTER_MS) return this.#beginAt(now);
    this.#bytes += bytes;
    const dueMs = (this.#bytes / BYTES_A_MS) * this.#slowness;
    const restMs = this.#sinceMs + dueMs - now;
    if (restMs < REST_MIN_MS) return;
    await this.#watch();
    await pause(Math.min(restMs, REST_MAX_MS));
    this.#beginAt(nowMs());
  }

  #beginAt(now: number): void {
    this.#sinceMs = now;
    this.#bytes = 0;
  }

  /** Late turns make it slower, and good ones by and by faster. */
  async #watch(): Promise<void> {
    const { nowMs, nextTurn } = this.#needs;
    const started = nowMs();
    await nextTurn();
    const isLate = nowMs() - started > LATE_MS;
    this.#slowness = isLate
      ? Math.min(this.#slowness * 2, SLOWNESS_MAX)
      : Math.max(this.#slowness * 0.9, 1);
  }
}
