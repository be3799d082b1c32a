/**
 * How many requests one caller may make: a steady rate and a burst. Counted in the memory of this
 * process alone: with several processes a caller may have as many times the rate.
 */
import { RecentMap } from "./recent-map.ts";

export interface RateLimitOptions {
  /** 0 lets everything through. */
  readonly perSecond: number;
  readonly burst: number;
  /** Callers that are kept in mind; beyond it those unseen for longest are forgotten. */
  readonly callersMax?: number;
  /** Any clock that only goes forward. */
  readonly nowMs?: (() => number) | undefined;
}

const CALLERS_MAX = 10_000;
/** More than sums of times are off by rounding, and less than a caller can notice. */
const ROUNDING_MS = 0.001;

export class RateLimit {
  /** When the caller's bucket will be full again; before now, or unknown: it is full. */
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

  /** Nobody needs to be counted. */
  get isOff(): boolean {
    return this.#costMs === 0;
  }

  /** Whether one more request is allowed. A request that is not allowed costs nothing. */
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
