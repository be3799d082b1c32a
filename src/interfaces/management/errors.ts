/** The errors of area A: their codes, texts and format. */
import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { FieldErrors } from "../../core/management/scope/field-errors.ts";
import { NotPermitted } from "../../core/management/scope/management-act.ts";
import { errorHeaders } from "../../wire/error-detail.ts";
import { logInternalError } from "../../wire/internal-error.ts";
import {
  type ProblemCategory,
  problemCategory,
  problemText,
} from "../../wire/management/problem-texts.ts";
import {
  asRequestError,
  ENCODING_TEXT,
  methodNotAllowedText,
  type RequestError,
  type RequestErrorKind,
} from "../../wire/request-error.ts";
import { noteRequest } from "../../wire/request-note.ts";

/** The error code of each category of attribute errors. */
export const ATTRIBUTE_CODES: Record<ProblemCategory, number> = {
  required: 1000,
  wrong_form: 1001,
  wrong_length: 1002,
  not_allowed: 1003,
  not_unique: 1004,
  no_such_reference: 1005,
  version_conflict: 1006,
  in_use: 1007,
};

interface AttributeError {
  readonly attribute: string;
  readonly category: ProblemCategory;
  /** Written after the attribute's name. */
  readonly text: string;
}

interface ManagementError {
  readonly status: number;
  readonly errorCode: number;
  readonly message: string;
  readonly errors?: readonly AttributeError[];
}

const NOT_FOUND: ManagementError = {
  status: 404,
  errorCode: 7404,
  message: "Requested resource cannot be found.",
};
const FORBIDDEN: ManagementError = {
  status: 403,
  errorCode: 7403,
  message: "Permission denied.",
};
const FAILED: ManagementError = { status: 500, errorCode: 1005, message: "Unknown Error" };

const ERRORS: Record<RequestErrorKind, (requestError: RequestError) => ManagementError> = {
  unauthenticated: () => ({ status: 401, errorCode: 7401, message: "Unauthenticated request." }),
  forbidden: () => FORBIDDEN,
  missing: attributeError("required", "is required."),
  invalid: attributeError("wrong_form", "is not valid."),
  invalid_date: attributeError("wrong_form", "must be a date."),
  too_long: attributeError("wrong_length", "is too long."),
  conflicting: attributeError(
    "not_allowed",
    "cannot be combined with the other fields in the request.",
  ),
  not_found: () => NOT_FOUND,
  unreadable_body: attributeError("wrong_form", "is not valid JSON."),
  body_too_large: () => ({ status: 413, errorCode: 7413, message: "Request body is too large." }),
  unsupported_content_type: () => ({
    status: 415,
    errorCode: 7415,
    message: "Request body must be application/json.",
  }),
  unsupported_encoding: () => ({ status: 415, errorCode: 7415, message: ENCODING_TEXT }),
  method_not_allowed: (requestError) => ({
    status: 405,
    errorCode: 7405,
    message: methodNotAllowedText(requestError),
  }),
  too_many_requests: () => ({ status: 429, errorCode: 7429, message: "Too many requests." }),
};

export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const uuid = randomUUID();
  const told = toError(error);
  if (told === FAILED) {
    // The uuid in a caller's report leads to this log line.
    request.log = request.log.child({ uuid });
    logInternalError(request, error);
  }
  return send(reply.headers(errorHeaders(error)), told, uuid);
}

export function sendNotFound(reply: FastifyReply) {
  return send(reply, NOT_FOUND, randomUUID());
}

function toError(error: unknown): ManagementError {
  if (error instanceof FieldErrors) return validationError(attributeErrors(error));
  if (error instanceof NotPermitted) return FORBIDDEN;
  const requestError = asRequestError(error);
  return requestError === undefined ? FAILED : ERRORS[requestError.kind](requestError);
}

function attributeErrors({ errors }: FieldErrors): readonly AttributeError[] {
  return errors.map(({ field, problem }) => ({
    attribute: field,
    category: problemCategory(problem),
    text: problemText(problem),
  }));
}

function attributeError(category: ProblemCategory, text: string) {
  return ({ field: attribute }: RequestError): ManagementError =>
    validationError([{ attribute, category, text }]);
}

function validationError(errors: readonly AttributeError[]): ManagementError {
  return { status: 409, errorCode: 7409, message: "Data validation constraints.", errors };
}

function send(reply: FastifyReply, error: ManagementError, uuid: string) {
  const { status, errorCode, message, errors } = error;
  noteRequest(reply.request, { outcome: "error", errorCode });
  if (status === 401) reply.header("www-authenticate", 'Basic realm="Users", charset="UTF-8"');
  return reply.code(status).send({ uuid, errorCode, message, errors: errors?.map(writeError) });
}

function writeError({ attribute, category, text }: AttributeError) {
  const message = `${attribute} ${text}`;
  return { [attribute]: { attribute, message, errorCode: ATTRIBUTE_CODES[category] } };
}
