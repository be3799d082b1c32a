/** Error answers of the point of sale: 400 lists fields, all others have a detail. */
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { TooManyWaiting } from "../../core/access/concurrency-limit.ts";
import { SafeModeOn } from "../../values/safe-mode/safe-mode-on.ts";
import { logInternalError, Unavailable } from "../../wire/internal-error.ts";
import { REAL_DATE } from "../../wire/reader/problem.ts";
import {
  A_MOMENT_MS,
  asRequestError,
  ENCODING_TEXT,
  InvalidField,
  methodNotAllowedText,
  type RequestError,
  type RequestErrorKind,
  retryAfterHeader,
  TooOften,
} from "../../wire/request-error.ts";
import { FieldError, FormErrors } from "./form.ts";
import { MisplacedFile } from "./misplaced.ts";

type FieldText = (requestError: RequestError) => string;

/** Errors of one field: 400 {errors: {field: [text]}}. */
const OF_FIELD = {
  missing: () => "This field is required.",
  invalid: (requestError) => ruleSentence(requestError),
  invalid_date: () => `This field ${REAL_DATE}.`,
  too_long: ({ limit }) => `At most ${limit} characters are allowed.`,
  conflicting: () => "This value cannot be combined with the other fields.",
  unreadable_body: () =>
    "The request body cannot be read. Send a valid form in UTF-8 with at most 1000 fields.",
} satisfies Partial<Record<RequestErrorKind, FieldText>>;

type FieldErrorKind = keyof typeof OF_FIELD;
type Detail = readonly [status: number, detail: string];

/** Errors of the whole request: {detail}. */
const OF_REQUEST: Record<
  Exclude<RequestErrorKind, FieldErrorKind>,
  (requestError: RequestError) => Detail
> = {
  unauthenticated: ({ field }) => (field === "token" ? NO_TOKEN : NO_LOGIN),
  forbidden: () => [403, "Your role does not allow this. Ask an admin."],
  not_found: () => NOT_FOUND,
  body_too_large: () => [413, "The request is too large. A photo may have at most 5 MiB."],
  unsupported_content_type: (requestError) => [415, wrongTypeText(requestError)],
  unsupported_encoding: () => [415, ENCODING_TEXT],
  method_not_allowed: (requestError) => [405, methodNotAllowedText(requestError)],
  too_many_requests: (requestError) =>
    requestError.field === "passsword" ? locked(requestError) : TOO_MANY,
};

const NO_TOKEN: Detail = [401, "The token is missing, unknown or expired. Log in again."];
const NO_LOGIN: Detail = [401, "The account id, the email address or the password is wrong."];
const TOO_MANY: Detail = [429, "Too many requests. Try again in a moment."];
const NOT_FOUND: Detail = [404, "Not found. Check the path and the id."];
const DATABASE_UNAVAILABLE: Detail = [
  503,
  "The service is temporarily unavailable. Try again in a moment.",
];
const INTERNAL_ERROR: Detail = [500, "Internal error. Try again later."];

function wrongTypeText(requestError: RequestError): string {
  const allowed = requestError instanceof MisplacedFile ? requestError.allowed.join(", ") : "";
  return allowed === ""
    ? "Send application/x-www-form-urlencoded or multipart/form-data."
    : `A file was sent in another field. Files are accepted only in: ${allowed}.`;
}

function ruleSentence(requestError: RequestError): string {
  return requestError instanceof InvalidField
    ? `This field ${requestError.rule}.`
    : "This value is not allowed.";
}

function locked(requestError: RequestError): Detail {
  const minutes = Math.ceil(
    (requestError instanceof TooOften ? requestError.waitMs : A_MOMENT_MS) / 60_000,
  );
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return [429, `Too many failed logins. Try again in ${wait}.`];
}

/** Too many logins are running. */
const TOO_MANY_LOGINS = new TooOften("rate", A_MOMENT_MS);

export function answerErrors(scope: FastifyInstance): void {
  scope.setNotFoundHandler((_request, reply) => sendDetail(reply, NOT_FOUND));
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof FormErrors) return sendFieldErrors(reply, error.errors);
    const requestError = error instanceof TooManyWaiting ? TOO_MANY_LOGINS : asRequestError(error);
    if (requestError !== undefined) return sendError(reply, requestError);
    logInternalError(request, error);
    return sendDetail(reply, internalErrorDetail(error));
  });
}

function internalErrorDetail(error: Error): Detail {
  if (error instanceof SafeModeOn) return [503, error.message];
  return isDatabaseUnavailable(error) ? DATABASE_UNAVAILABLE : INTERNAL_ERROR;
}

function sendError(reply: FastifyReply, requestError: RequestError): FastifyReply {
  const { kind } = requestError;
  if (isOfField(kind)) return sendFieldErrors(reply, [requestError]);
  return sendDetail(reply.headers(retryAfterHeader(requestError)), OF_REQUEST[kind](requestError));
}

function sendFieldErrors(reply: FastifyReply, problems: readonly RequestError[]): FastifyReply {
  const texts = new Map<string, string[]>();
  for (const requestError of problems) {
    const earlier = texts.get(requestError.field) ?? [];
    texts.set(requestError.field, [...earlier, fieldText(requestError)]);
  }
  return reply.code(400).send({ errors: Object.fromEntries(texts) });
}

function fieldText(requestError: RequestError): string {
  if (requestError instanceof FieldError) return requestError.text;
  return isOfField(requestError.kind)
    ? OF_FIELD[requestError.kind](requestError)
    : OF_FIELD.invalid(requestError);
}

function isOfField(kind: RequestErrorKind): kind is FieldErrorKind {
  return kind in OF_FIELD;
}

function sendDetail(reply: FastifyReply, [status, detail]: Detail): FastifyReply {
  return reply.code(status).send({ detail });
}

/** PostgreSQL's codes for "shutting down", "starting up", "too many connections" and class 08. */
const UNAVAILABLE_CODES =
  /^(08...|57P0[123]|53300|ECONN.*|ETIMEDOUT|EPIPE|ENOTFOUND|EHOSTUNREACH)$/;
/** Messages of pg without a code, for connections that break or cannot be opened in time. */
const UNAVAILABLE_MESSAGES = /^(Connection terminated|timeout exceeded when trying to connect)/;

function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof Unavailable) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && UNAVAILABLE_CODES.test(code)) return true;
  return error.name === "DatabaseBusy" || UNAVAILABLE_MESSAGES.test(error.message);
}
