/** Error codes and texts of the reporting interface (area E). The code is in a header; the status is 200. */
import type { FastifyReply } from "fastify";
import { parameterHeaders } from "../../../wire/error-detail.ts";
import {
  asRequestError,
  type RequestError,
  type RequestErrorKind,
} from "../../../wire/request-error.ts";
import { noteRequest } from "../../../wire/request-note.ts";

type ReportError = readonly [code: number, message: string, description: string];

const AUTHENTICATION_FAILED: ReportError = [
  601,
  "Authentication Failed",
  "Account number or access key is missing or incorrect.",
];
const INVALID_PARAMETER: ReportError = [
  621,
  "Invalid Parameter",
  "A parameter does not match the request format.",
];
export const NO_DATA: ReportError = [608, "No Data", "No transactions match the criteria."];
export const DATA_UNAVAILABLE: ReportError = [
  611,
  "Data Unavailable",
  "A temporary system error blocks access. Try again later.",
];

const ERRORS: Record<RequestErrorKind, ReportError> = {
  unauthenticated: AUTHENTICATION_FAILED,
  forbidden: AUTHENTICATION_FAILED,
  missing: [622, "Missing Parameter", "A required parameter is missing."],
  invalid: INVALID_PARAMETER,
  invalid_date: [607, "Invalid Date", "Date format is not YYYY-MM-DD or the date does not exist."],
  too_long: INVALID_PARAMETER,
  conflicting: [
    623,
    "Conflicting Parameters",
    "The combination is invalid, for example action_date for card transactions.",
  ],
  not_found: NO_DATA,
  unreadable_body: INVALID_PARAMETER,
  body_too_large: INVALID_PARAMETER,
  unsupported_content_type: INVALID_PARAMETER,
  unsupported_encoding: INVALID_PARAMETER,
  method_not_allowed: INVALID_PARAMETER,
  too_many_requests: DATA_UNAVAILABLE,
};

const STATUS: Partial<Record<RequestErrorKind, number>> = {
  body_too_large: 413,
  unsupported_content_type: 415,
  unsupported_encoding: 415,
  method_not_allowed: 405,
};

/** One line, for the command line. */
export function describeReportError({ kind, field }: RequestError): string {
  const [code, message, description] = ERRORS[kind];
  return `${code} ${message} (${field}): ${description}`;
}

export function sendRequestError(reply: FastifyReply, error: unknown): FastifyReply {
  const requestError = asRequestError(error);
  if (requestError === undefined) return sendReportError(reply, DATA_UNAVAILABLE);
  noteRequest(reply.request, { isOverLimit: requestError.kind === "too_many_requests" });
  const status = STATUS[requestError.kind];
  if (status !== undefined) reply.code(status);
  reply.headers(parameterHeaders(requestError));
  return sendReportError(reply, ERRORS[requestError.kind]);
}

export function sendReportError(reply: FastifyReply, [code, message, description]: ReportError) {
  noteRequest(reply.request, { outcome: "error", errorCode: code });
  return reply
    .header("QS-response-code", `${code} ${message}`)
    .type("text/plain; charset=utf-8")
    .send(description);
}
