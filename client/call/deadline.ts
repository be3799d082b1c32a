/** The time limit of one request, combined with the caller's signal. */
import { type Area, SixdoorsError } from "../errors.ts";
import type { CallOptions } from "../options.ts";

export interface Deadline {
  readonly signal: AbortSignal;
  /** Starts the time again: a stream may take long as long as it moves. */
  renew(): void;
  /** Ends the request, or forgets the timer after it has ended. */
  end(): void;
  /** The error that a failed request stands for. */
  explain(failure: unknown, area: Area): SixdoorsError;
}

export function startDeadline(options: CallOptions, defaultMs: number): Deadline {
  const timeoutMs = options.timeoutMs ?? defaultMs;
  const controller = new AbortController();
  let isLate = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abort = () => controller.abort();
  const renew = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isLate = true;
      abort();
    }, timeoutMs);
  };
  options.signal?.addEventListener("abort", abort);
  if (options.signal?.aborted) abort();
  renew();
  return {
    signal: controller.signal,
    renew,
    end: () => {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", abort);
      abort();
    },
    explain: (failure, area) => {
      if (failure instanceof SixdoorsError) return failure;
      if (options.signal?.aborted) return describeAbort(area);
      return isLate ? describeTimeout(area, timeoutMs) : describeFailure(area, failure);
    },
  };
}

export function describeAbort(area: Area): SixdoorsError {
  return new SixdoorsError("The call was aborted by its signal.", { code: "aborted", area });
}

function describeTimeout(area: Area, timeoutMs: number): SixdoorsError {
  const message = `No complete answer within ${timeoutMs} ms.`;
  return new SixdoorsError(message, { code: "timeout", area, isTemporary: true });
}

/** Only the system's code is told: other texts may contain an address with a token. */
function describeFailure(area: Area, failure: unknown): SixdoorsError {
  const reason = findSystemCode(failure);
  const message = `The connection failed${reason === undefined ? "" : ` (${reason})`}.`;
  return new SixdoorsError(message, { code: "unreachable", area, isTemporary: true });
}

function findSystemCode(failure: unknown): string | undefined {
  if (!(failure instanceof Error)) return undefined;
  const { code } = failure as { readonly code?: unknown };
  if (typeof code === "string" && /^[A-Z_]+$/.test(code)) return code;
  return findSystemCode(failure.cause);
}
