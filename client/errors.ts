/** The one error class of the client. Outcomes such as a decline are results, not errors. */

/** Codes of errors that the client finds itself. */
export type LocalCode =
  /** The caller's signal ended the call. */
  | "aborted"
  /** A report ended before its last row. */
  | "incomplete_report"
  /** A value cannot be sent as it is. */
  | "invalid_argument"
  /** A webhook or a return link is not from Sixdoors, or is too old. */
  | "invalid_signature"
  /** createClient got no login for this area. */
  | "not_configured"
  /** The card host could not be reached. Nothing was charged, and this is final. */
  | "not_sent"
  /** No answer within the time limit. */
  | "timeout"
  /** The connection failed. */
  | "unreachable"
  /** The answer is not what the API sends, for example a proxy's error page. */
  | "unreadable_answer";

/** A code of the client, or the number that the API answered: error_code, errCode, errorCode. */
export type ErrorCode = LocalCode | `${number}`;

export type Area =
  | "events"
  | "management"
  | "parser"
  | "payments"
  | "pos"
  | "reports"
  | "status"
  | "webhooks";

export interface ErrorFacts {
  readonly code: ErrorCode;
  readonly area: Area;
  /** The HTTP status, if there was an answer. */
  readonly status?: number | undefined;
  /** The header X-Error-Detail: more about the error than the fixed message says. */
  readonly detail?: string | undefined;
  /** The header X-Request-Id. Quote it when you ask about a request. */
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** The invalid fields with their messages (management, point of sale). */
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The payment that the error is about. Ask for its status before you pay again. */
  readonly transactionId?: string | undefined;
  /** With code 20040: the payment that this one is a duplicate of. */
  readonly firstTransactionId?: string | undefined;
  /** Whether the same call may succeed later. */
  readonly isTemporary?: boolean | undefined;
}

/** Facts without a value are absent, so that a printed error shows only what is known. */
export class SixdoorsError extends Error {
  declare readonly code: ErrorCode;
  declare readonly area: Area;
  declare readonly status?: number;
  declare readonly detail?: string;
  declare readonly requestId?: string;
  declare readonly retryAfterMs?: number;
  declare readonly fields?: Readonly<Record<string, readonly string[]>>;
  declare readonly transactionId?: string;
  declare readonly firstTransactionId?: string;
  readonly isTemporary: boolean;
  override readonly name = "SixdoorsError";

  constructor(message: string, { isTemporary = false, ...facts }: ErrorFacts) {
    super(message);
    this.isTemporary = isTemporary;
    const known = Object.entries(facts).filter(([, value]) => value !== undefined);
    Object.assign(this, Object.fromEntries(known));
  }
}

/** The same error, with the id of the payment that it is about. */
export function nameTransaction(error: unknown, transactionId: string): unknown {
  if (!(error instanceof SixdoorsError) || error.transactionId !== undefined) return error;
  return new SixdoorsError(error.message, { ...error, transactionId });
}

export function isTemporary(error: unknown): boolean {
  return error instanceof SixdoorsError && error.isTemporary;
}

/** Returns nothing if the call failed in a way that leaves its outcome open. */
export async function orUnknown<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (isTemporary(error)) return undefined;
    throw error;
  }
}
