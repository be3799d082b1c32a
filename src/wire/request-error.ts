/** Errors of a request. Each interface maps the kinds to its own codes and texts. */
export type RequestErrorKind =
  | "unauthenticated"
  | "forbidden"
  | "missing"
  | "invalid"
  | "invalid_date"
  | "too_long"
  | "conflicting"
  | "not_found"
  /** The body cannot be read at all: broken JSON, bytes that are not UTF-8, too many fields. */
  | "unreadable_body"
  | "body_too_large"
  | "unsupported_content_type"
  /** The body has a content encoding that is not supported, such as zstd. */
  | "unsupported_encoding"
  | "method_not_allowed"
  | "too_many_requests";

/**
 * An error caused by the caller. Logins and readers throw it, and error handlers write the text.
 */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly kind: RequestErrorKind;
  readonly field: string;
  readonly limit: number | undefined;

  constructor(kind: RequestErrorKind, field: string, limit?: number) {
    super(`${field}: ${kind}`);
    this.kind = kind;
    this.field = field;
    this.limit = limit;
  }
}

type InvalidKind = Extract<RequestErrorKind, "invalid" | "invalid_date" | "conflicting">;

/** A field whose value is not allowed; `rule` completes the sentence "The field …". */
export class InvalidField extends RequestError {
  readonly rule: string;

  constructor(field: string, rule: string, kind: InvalidKind = "invalid") {
    super(kind, field);
    this.rule = rule;
  }
}

/** The caller exceeded a rate limit; `waitMs` is the time until a request can succeed. */
export class TooOften extends RequestError {
  readonly waitMs: number;

  constructor(field: string, waitMs: number) {
    super("too_many_requests", field);
    this.waitMs = waitMs;
  }
}

/** The path exists, but not for this method. */
export class MethodNotAllowed extends RequestError {
  readonly allowed: readonly string[];

  constructor(allowed: readonly string[]) {
    super("method_not_allowed", "method");
    this.allowed = allowed;
  }
}

/** The sentence that all interfaces use. */
export function methodNotAllowedText(requestError: RequestError): string {
  const allowed =
    requestError instanceof MethodNotAllowed ? requestError.allowed.join(", ") : "see Allow";
  return `This method is not allowed here. Allowed methods: ${allowed}.`;
}

/** The supported content encodings of request bodies. */
export const BODY_ENCODINGS = ["gzip", "deflate", "br"] as const;

export const ENCODING_TEXT = `The content encoding is not supported. Supported: ${BODY_ENCODINGS.join(", ")}.`;

/** The wait time to suggest if the process is busy and the real time is not known. */
export const A_MOMENT_MS = 1_000;

/** The header Retry-After of answers with 429 (RFC 9110, 10.2.3): whole seconds, rounded up. */
export function retryAfterHeader(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof TooOften)) return {};
  return { "retry-after": String(Math.max(1, Math.ceil(error.waitMs / 1_000))) };
}

// Errors that Fastify itself finds before an interface sees the request.
const FRAMEWORK_ERRORS: Readonly<Record<string, RequestErrorKind>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_content_type",
  // Fastify requires a content type for the method QUERY, even if no route has this method.
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: "unsupported_content_type",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "unreadable_body",
  FST_ERR_CTP_EMPTY_JSON_BODY: "unreadable_body",
  FST_ERR_CTP_INVALID_JSON_BODY: "unreadable_body",
};

/** Returns the request error behind any error, or undefined for an internal error. */
export function asRequestError(error: unknown): RequestError | undefined {
  if (error instanceof RequestError) return error;
  const code = (error as { code?: unknown } | null)?.code;
  const kind = typeof code === "string" ? FRAMEWORK_ERRORS[code] : undefined;
  return kind && new RequestError(kind, "body");
}
