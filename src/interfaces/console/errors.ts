/** The console API's errors: one format, with sentences for users. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { TooManyWaiting } from "../../core/access/concurrency-limit.ts";
import { FieldErrors } from "../../core/management/scope/field-errors.ts";
import { NotPermitted } from "../../core/management/scope/management-act.ts";
import { SafeModeOn } from "../../values/safe-mode/safe-mode-on.ts";
import { logInternalError } from "../../wire/internal-error.ts";
import { problemCategory, problemText } from "../../wire/management/problem-texts.ts";
import {
  asRequestError,
  ENCODING_TEXT,
  type RequestErrorKind,
  retryAfterHeader,
} from "../../wire/request-error.ts";
import type { ConsoleError, ConsoleErrorCode } from "./contract.ts";
import { BodyErrors } from "./read.ts";

interface ErrorText {
  readonly status: number;
  readonly code: ConsoleErrorCode;
  readonly message: string;
}

const INVALID: ErrorText = {
  status: 422,
  code: "invalid",
  message: "Correct the marked fields.",
};
const TOO_MANY: ErrorText = {
  status: 429,
  code: "too_many_requests",
  message: "Too many requests. Wait a moment and try again.",
};

const ERROR_TEXTS: Record<RequestErrorKind, ErrorText> = {
  unauthenticated: {
    status: 401,
    code: "signed_out",
    message: "You are signed out. Sign in to continue.",
  },
  forbidden: {
    status: 403,
    code: "forbidden",
    message: "Your role does not allow this. Ask an admin for access.",
  },
  not_found: {
    status: 404,
    code: "not_found",
    message: "Not found. It may have been deleted, or you do not have access to it.",
  },
  missing: INVALID,
  invalid: INVALID,
  invalid_date: INVALID,
  too_long: INVALID,
  conflicting: {
    status: 409,
    code: "conflict",
    message: "Someone else changed this record. Reload it and make your change again.",
  },
  unreadable_body: INVALID,
  body_too_large: { ...INVALID, status: 413, message: "The request is too large." },
  unsupported_content_type: {
    ...INVALID,
    status: 415,
    message: "The request body must be JSON.",
  },
  unsupported_encoding: { ...INVALID, status: 415, message: ENCODING_TEXT },
  method_not_allowed: {
    status: 405,
    code: "method_not_allowed",
    message: "This method is not allowed. See the Allow header for the allowed methods.",
  },
  too_many_requests: TOO_MANY,
};
const INTERNAL_ERROR: ErrorText = {
  status: 503,
  code: "unavailable",
  message: "Something went wrong on our side. Your input is not lost. Try again in a moment.",
};

const IN_USE: ErrorText = {
  status: 409,
  code: "conflict",
  message: "Other records still use this one, so it cannot be deleted. You can disable it instead.",
};

/** An error response with its message. */
export class ConsoleRefusal extends Error {
  override readonly name = "ConsoleRefusal";
  readonly text: ErrorText;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly firstTransactionId: string | undefined;

  constructor(
    words: ErrorText,
    fields?: Readonly<Record<string, string>>,
    firstTransactionId?: string,
  ) {
    super(words.message);
    this.text = words;
    this.fields = fields;
    this.firstTransactionId = firstTransactionId;
  }
}

/** The current state does not allow the request. The message says why and what to do. */
export function conflict(message: string): ConsoleRefusal {
  return new ConsoleRefusal({ status: 409, code: "conflict", message });
}

/** The same payment was made before. The user may decide to charge anyway. */
export function duplicatePayment(message: string, firstTransactionId: string): ConsoleRefusal {
  const words = { status: 409, code: "duplicate", message } as const;
  return new ConsoleRefusal(words, undefined, firstTransactionId);
}

/** Rejected before anything was done. */
export function tooMany(message: string): ConsoleRefusal {
  return new ConsoleRefusal({ ...TOO_MANY, message });
}

export function invalid(fields: Readonly<Record<string, string>>): ConsoleRefusal {
  return new ConsoleRefusal(INVALID, fields);
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const { text: words, fields, firstTransactionId } = readError(error);
  if (words === INTERNAL_ERROR) logInternalError(request, error);
  const { status, code, message } = words;
  const known = { ...(fields && { fields }), ...(firstTransactionId && { firstTransactionId }) };
  const body: ConsoleError = { error: { code, message, ...known, requestId: request.id } };
  return reply.code(status).headers(retryAfterHeader(error)).send(body);
}

type Refused = Pick<ConsoleRefusal, "text" | "fields"> &
  Partial<Pick<ConsoleRefusal, "firstTransactionId">>;

function readError(error: unknown): Refused {
  if (error instanceof ConsoleRefusal) return error;
  if (error instanceof BodyErrors) return { text: INVALID, fields: error.fields };
  if (error instanceof FieldErrors) return readFieldErrors(error);
  if (error instanceof NotPermitted) return { text: ERROR_TEXTS.forbidden, fields: undefined };
  if (error instanceof TooManyWaiting) return { text: TOO_MANY, fields: undefined };
  if (error instanceof SafeModeOn)
    return { text: { ...INTERNAL_ERROR, message: error.message }, fields: undefined };
  const requestError = asRequestError(error);
  return {
    text: requestError === undefined ? INTERNAL_ERROR : ERROR_TEXTS[requestError.kind],
    fields: undefined,
  };
}

/** A conflict cannot be corrected in a field of the form, so it is reported for the whole form. */
function readFieldErrors(error: FieldErrors): Refused {
  const categories = error.errors.map(({ problem }) => problemCategory(problem));
  if (categories.includes("version_conflict")) {
    return { text: ERROR_TEXTS.conflicting, fields: undefined };
  }
  if (categories.includes("in_use")) return { text: IN_USE, fields: undefined };
  return { text: INVALID, fields: fieldTexts(error) };
}

function fieldTexts({ errors }: FieldErrors): Record<string, string> {
  return Object.fromEntries(
    errors.map(({ field, problem }) => [field, `This ${problemText(problem)}`]),
  );
}
