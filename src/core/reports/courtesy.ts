/**
 * A report steps back while others are being served: it rests between pieces, the longer the later
 * they are served. Alone, it runs as fast as it can.
 */
export interface CourtesyNeeds {
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
/** It does not rest for less: a timer would not notice. */
const STRETCH_MS = 4;
/** A turn that takes longer keeps somebody waiting. */
const LATE_MS = 3;
const REST_MAX_MS = 50;
/** How long it rests for the time it has worked. */
const [SHARE_MIN, SHARE_MAX] = [0.5, 8];

export class Courtesy {
  readonly #needs: CourtesyNeeds;
  #share = SHARE_MIN;
  #sinceMs: number;

  constructor(needs: CourtesyNeeds) {
    this.#needs = needs;
    this.#sinceMs = needs.nowMs();
  }

  /** Between two pieces. */
  async giveWay(): Promise<void> {
    const { nowMs, pause, lastRequestMs } = this.#needs;
    const now = nowMs();
    const workedMs = now - this.#sinceMs;
    if (workedMs < STRETCH_MS) return;
    if (now - lastRequestMs() < ALONE_AFTER_MS) {
      await this.#watch();
      await pause(Math.min(workedMs * this.#share, REST_MAX_MS));
    }
    this.#sinceMs = nowMs();
  }

  /** Late turns make it rest longer, and good ones by and by shorter. */
  async #watch(): Promise<void> {
    const { nowMs, nextTurn } = this.#needs;
    const started = nowMs();
    await nextTurn();
    const isLate = nowMs() - started > LATE_MS;
    this.#share = isLate
      ? Math.min(this.#share * 2, SHARE_MAX)
      : Math.max(this.#share * 0.9, SHARE_MIN);
  }
}
