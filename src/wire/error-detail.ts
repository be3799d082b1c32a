/**
 * The header X-Error-Detail says what exactly was wrong if the contract fixes the text of the
 * answer. The reason of a failed login is sent in certification only.
 */
import type { LoginReason } from "../values/login-reason.ts";
import { SafeModeOn } from "../values/safe-mode/safe-mode-on.ts";
import { REAL_DATE } from "./reader/problem.ts";
import {
  InvalidField,
  RequestError,
  type RequestErrorKind,
  retryAfterHeader,
  type TooOften,
} from "./request-error.ts";

const HEADER = "x-error-detail";

const LOGIN_DETAILS: Readonly<Record<LoginReason, string>> = {
  unreadable: "The credentials are missing or cannot be read.",
  unknown_name: "The account, user or partner is unknown or disabled.",
  wrong_secret: "The name, password or key is wrong, or the login is disabled.",
  wrong_hash:
    "The hash is wrong. It must be the SHA-256 of account_id, an active API key (api_accesskey) and timestamp, joined by commas.",
  wrong_signature:
    "The signature in the response parameter is wrong. Check the key, the method, the path and the body that you signed.",
  wrong_realm: 'The realm is wrong. It must be "Users".',
  old_timestamp:
    "The timestamp is not within 15 minutes of the server's time. It must be Unix time in seconds.",
  used_nonce: "The nonce was used before. Send a new one with every request.",
  expired_challenge: "The nonce of the challenge has expired. Repeat the request with the new one.",
  locked: "Too many logins have failed. Try again later.",
};

/** A failed login. `reason` is undefined if the caller must not learn it. */
export class LoginFailed extends RequestError {
  readonly reason: LoginReason | undefined;

  constructor(field: string, reason: LoginReason | undefined) {
    super("unauthenticated", field);
    this.reason = reason;
  }
}

export function detailHeader(detail: string): Readonly<Record<string, string>> {
  return { [HEADER]: detail };
}

/** The headers of an error answer: Retry-After of a rate limit, and X-Error-Detail. Safe mode has it, too. */
export function errorHeaders(error: unknown): Readonly<Record<string, string>> {
  const reason = error instanceof LoginFailed ? error.reason : undefined;
  const detail = reason === undefined ? {} : { [HEADER]: LOGIN_DETAILS[reason] };
  const closed = error instanceof SafeModeOn ? { [HEADER]: error.message } : {};
  return { ...rateLimitHeaders(error), ...detail, ...closed };
}

function rateLimitHeaders(error: unknown): Readonly<Record<string, string>> {
  const retryAfter = retryAfterHeader(error);
  const seconds = retryAfter["retry-after"];
  if (seconds === undefined) return {};
  const wait = seconds === "1" ? "1 second" : `${seconds} seconds`;
  // Other fields are about failed logins.
  const why = (error as TooOften).field === "rate" ? "Too many requests. " : "";
  return { ...retryAfter, [HEADER]: `${why}Try again in ${wait}.` };
}

const PARAMETER_DETAILS: Partial<Record<RequestErrorKind, string>> = {
  missing: "is required",
  invalid: "has a value that is not allowed",
  invalid_date: REAL_DATE,
  too_long: "is too long",
  conflicting: "cannot be combined with the other parameters",
  unreadable_body: "cannot be read",
};

const PARAMETER_NAME = /^[\w.-]{1,64}$/;

/** Also names the parameter that is wrong, if the contract's sentence does not. */
export function parameterHeaders(error: RequestError): Readonly<Record<string, string>> {
  const { kind, field, limit } = error;
  const detail = error instanceof InvalidField ? error.rule : PARAMETER_DETAILS[kind];
  if (detail === undefined || !PARAMETER_NAME.test(field)) return errorHeaders(error);
  const unit = kind === "unreadable_body" ? "fields" : "characters";
  const allowed = limit === undefined ? "" : `: at most ${limit} ${unit}`;
  return { ...errorHeaders(error), [HEADER]: `${field} ${detail}${allowed}.` };
}
