/** What can be wrong with a request, in our words. Each interface maps these to its own codes. */
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
  /** The body is packed in a way that is not read, such as zstd. */
  | "unsupported_encoding"
  | "method_not_allowed"
  | "too_many_requests";

/** The caller's mistake. Logins and readers throw it; an interface's error handler gives it words. */
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

/** A field whose value is not allowed; `rule` completes the sentence "The field …". */
export class InvalidField extends RequestError {
  readonly rule: string;

  constructor(field: string, rule: string) {
    super("invalid", field);
    this.rule = rule;
  }
}

/** Asked too often, and how long it is until asking can succeed. */
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

/** A sentence that every interface can use. */
export function methodNotAllowedText(requestError: RequestError): string {
  const allowed =
    requestError instanceof MethodNotAllowed ? requestError.allowed.join(", ") : "see Allow";
  return `This method is not allowed here. Allowed methods: ${allowed}.`;
}

/** The content encodings of request bodies that are read. */
export const BODY_ENCODINGS = ["gzip", "deflate", "br"] as const;

export const ENCODING_TEXT = `The content encoding is not supported. Supported: ${BODY_ENCODINGS.join(", ")}.`;

/** Where too much is going on at this moment, nobody knows better than that. */
export const A_MOMENT_MS = 1_000;

/** The header of answers with 429 (RFC 9110, 10.2.3): whole seconds, and never too few. */
export function retryAfterHeader(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof TooOften)) return {};
  return { "retry-after": String(Math.max(1, Math.ceil(error.waitMs / 1_000))) };
}

// What Fastify itself finds wrong with a request, before an interface sees it.
const FRAMEWORK_ERRORS: Readonly<Record<string, RequestErrorKind>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_content_type",
  // The method QUERY alone needs a type, even where nothing has that method.
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: "unsupported_content_type",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "unreadable_body",
  FST_ERR_CTP_EMPTY_JSON_BODY: "unreadable_body",
  FST_ERR_CTP_INVALID_JSON_BODY: "unreadable_body",
};

/** The caller's error behind any error, or undefined when the failure is ours. */
export function asRequestError(error: unknown): RequestError | undefined {
  if (error instanceof RequestError) return error;
  const code = (error as { code?: unknown } | null)?.code;
  const kind = typeof code === "string" ? FRAMEWORK_ERRORS[code] : undefined;
  return kind && new RequestError(kind, "body");
}
