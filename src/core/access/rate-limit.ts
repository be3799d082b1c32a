/**
 * Limits the requests of one caller: a steady rate and a burst. Counted in the memory of one process,
 * so with several processes a caller has a multiple of the rate.
 */
import { RecentMap } from "./memory/recent-map.ts";

export interface RateLimitOptions {
  /** 0: unlimited. */
  readonly perSecond: number;
  readonly burst: number;
  /** How many callers are remembered. Beyond it the longest unseen are forgotten. */
  readonly callersMax?: number;
  /** A monotonic clock. */
  readonly nowMs?: (() => number) | undefined;
}

const CALLERS_MAX = 10_000;
/** More than rounding errors of added times, and less than a caller can notice. */
const ROUNDING_MS = 0.001;

export class RateLimit {
  /** When the caller's bucket will be full again. In the past or missing: it is full. */
  readonly #fullAtMs: RecentMap<number>;
  readonly #costMs: number;
  readonly #depthMs: number;
  readonly #nowMs: () => number;

  constructor({ perSecond, burst, callersMax = CALLERS_MAX, nowMs }: RateLimitOptions) {
    this.#costMs = perSecond === 0 ? 0 : 1_000 / perSecond;
    this.#depthMs = this.#costMs * burst;
    this.#fullAtMs = new RecentMap(callersMax);
    this.#nowMs = nowMs ?? (() => performance.now());
  }

  /** Without a limit nothing is counted. */
  get isOff(): boolean {
    return this.#costMs === 0;
  }

  /** Counts a request and returns whether it is allowed. A refused request is not counted. */
  admitRequest(caller: string): boolean {
    if (this.isOff) return true;
    const nowMs = this.#nowMs();
    const fullAtMs = this.#fullAfterOneMore(caller, nowMs);
    const isAllowed = fullAtMs - nowMs <= this.#depthMs + ROUNDING_MS;
    if (isAllowed) this.#fullAtMs.set(caller, fullAtMs);
    return isAllowed;
  }

  /** How long until one more request is allowed. */
  waitMs(caller: string): number {
    if (this.isOff) return 0;
    const nowMs = this.#nowMs();
    return Math.max(0, this.#fullAfterOneMore(caller, nowMs) - nowMs - this.#depthMs);
  }

  #fullAfterOneMore(caller: string, nowMs: number): number {
    return Math.max(this.#fullAtMs.get(caller) ?? nowMs, nowMs) + this.#costMs;
  }
}
