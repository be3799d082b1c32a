/** Errors of the point of sale: 400 names the fields, everything else has a detail. */
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { TooManyWaiting } from "../../core/access/concurrency-limit.ts";
import { logInternalError, Unavailable } from "../../wire/internal-error.ts";
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

type Words = (requestError: RequestError) => string;

/** Errors of one field: 400 {errors: {field: [words]}}. */
const OF_FIELD = {
  missing: () => "This field is required.",
  invalid: (requestError) => ruleSentence(requestError),
  invalid_date: () => "This must be an existing date, such as 2026-11-30.",
  too_long: ({ limit }) => `At most ${limit} characters are allowed.`,
  conflicting: () => "This value cannot be combined with the other fields.",
  unreadable_body: () => "The form cannot be read. Send it in UTF-8.",
} satisfies Partial<Record<RequestErrorKind, Words>>;

type FieldErrorKind = keyof typeof OF_FIELD;
type Detail = readonly [status: number, detail: string];

/** Errors of the whole request: {detail}. */
const OF_REQUEST: Record<
  Exclude<RequestErrorKind, FieldErrorKind>,
  (requestError: RequestError) => Detail
> = {
  unauthenticated: ({ field }) => (field === "token" ? NO_TOKEN : NO_LOGIN),
  forbidden: () => [403, "Your role does not allow this."],
  not_found: () => NOT_FOUND,
  body_too_large: () => [413, "The request is too large."],
  unsupported_content_type: (requestError) => [415, wrongTypeWords(requestError)],
  unsupported_encoding: () => [415, ENCODING_TEXT],
  method_not_allowed: (requestError) => [405, methodNotAllowedText(requestError)],
  too_many_requests: (requestError) =>
    requestError.field === "passsword" ? locked(requestError) : TOO_MANY,
};

const NO_TOKEN: Detail = [401, "The token is missing, unknown or expired. Log in again."];
const NO_LOGIN: Detail = [401, "The account, the email address or the password is wrong."];
const TOO_MANY: Detail = [429, "Too many requests. Try again in a moment."];
const NOT_FOUND: Detail = [404, "Not found."];
const DATABASE_AWAY: Detail = [
  503,
  "The service is temporarily unavailable. Try again in a moment.",
];
const BROKEN: Detail = [500, "Internal error. Try again later."];

function wrongTypeWords(requestError: RequestError): string {
  const allowed = requestError instanceof MisplacedFile ? requestError.allowed.join(", ") : "";
  return allowed === ""
    ? "Send application/x-www-form-urlencoded or multipart/form-data."
    : `A file was sent in another field. Files are accepted only in: ${allowed}.`;
}

function ruleSentence(requestError: RequestError): string {
  return requestError instanceof InvalidField
    ? `This ${requestError.rule}.`
    : "This value is not allowed.";
}

function locked(requestError: RequestError): Detail {
  const minutes = Math.ceil(
    (requestError instanceof TooOften ? requestError.waitMs : A_MOMENT_MS) / 60_000,
  );
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return [429, `Too many failed logins. Try again in ${wait}.`];
}

/** Too many passwords are being computed. */
const CROWDED = new TooOften("rate", A_MOMENT_MS);

export function answerErrors(scope: FastifyInstance): void {
  scope.setNotFoundHandler((_request, reply) => sendDetail(reply, NOT_FOUND));
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof FormErrors) return sendFieldErrors(reply, error.errors);
    const requestError = error instanceof TooManyWaiting ? CROWDED : asRequestError(error);
    if (requestError !== undefined) return sendError(reply, requestError);
    logInternalError(request, error);
    return sendDetail(reply, isDatabaseAway(error) ? DATABASE_AWAY : BROKEN);
  });
}

function sendError(reply: FastifyReply, requestError: RequestError): FastifyReply {
  const { kind } = requestError;
  if (isOfField(kind)) return sendFieldErrors(reply, [requestError]);
  return sendDetail(reply.headers(retryAfterHeader(requestError)), OF_REQUEST[kind](requestError));
}

function sendFieldErrors(reply: FastifyReply, problems: readonly RequestError[]): FastifyReply {
  const words = new Map<string, string[]>();
  for (const requestError of problems) {
    const said = words.get(requestError.field) ?? [];
    words.set(requestError.field, [...said, wordsOf(requestError)]);
  }
  return reply.code(400).send({ errors: Object.fromEntries(words) });
}

function wordsOf(requestError: RequestError): string {
  if (requestError instanceof FieldError) return requestError.words;
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
const AWAY_CODES = /^(08...|57P0[123]|53300|ECONN.*|ETIMEDOUT|EPIPE|ENOTFOUND|EHOSTUNREACH)$/;
/** What pg says without a code when a connection breaks or cannot be made in time. */
const AWAY_WORDS = /^(Connection terminated|timeout exceeded when trying to connect)/;

function isDatabaseAway(error: unknown): boolean {
  if (error instanceof Unavailable) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && AWAY_CODES.test(code)) return true;
  return error.name === "DatabaseBusy" || AWAY_WORDS.test(error.message);
}
