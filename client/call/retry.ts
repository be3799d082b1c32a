/** Repeats calls that change nothing, with growing random pauses, a bounded number of times. */
import { type Area, isTemporary, SixdoorsError } from "../errors.ts";
import type { CallOptions, RetryOptions } from "../options.ts";
import { describeAbort } from "./deadline.ts";

export interface Repetition {
  readonly retry: RetryOptions;
  readonly area: Area;
  readonly options: CallOptions;
}

/** For calls that can be sent any number of times. */
export function repeatSafely<T>(needs: Repetition, attempt: () => Promise<T>): Promise<T> {
  return repeatWhile(needs, isTemporary, attempt);
}

/** For calls that change something: only after an answer that says that nothing was done. */
export function repeatRefused<T>(needs: Repetition, attempt: () => Promise<T>): Promise<T> {
  return repeatWhile(needs, isRefusedForNow, attempt);
}

function isRefusedForNow(error: unknown): boolean {
  return error instanceof SixdoorsError && error.status === 429;
}

async function repeatWhile<T>(
  { retry, area, options }: Repetition,
  mayRepeat: (error: unknown) => boolean,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await attempt();
    } catch (error) {
      if (round >= retry.tries || !mayRepeat(error) || isTooLong(error, retry)) throw error;
      await pauseFor(choosePause(retry, round, error), area, options.signal);
    }
  }
}

function isTooLong(error: unknown, { maxMs }: RetryOptions): boolean {
  return error instanceof SixdoorsError && (error.retryAfterMs ?? 0) > maxMs;
}

/** At least what the server asks for; otherwise between half and the whole of a doubling pause. */
export function choosePause(retry: RetryOptions, round: number, error?: unknown): number {
  const whole = Math.min(retry.baseMs * 2 ** (round - 1), retry.maxMs);
  const random = whole / 2 + (Math.random() * whole) / 2;
  const asked = error instanceof SixdoorsError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(asked, random);
}

export function pauseFor(ms: number, area: Area, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(describeAbort(area));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
