/** The parser's code, status and message for every error. */
import type { FastifyRequest } from "fastify";
import { DEVICE_TYPES } from "../../core/management/devices/device-types.ts";
import type { RefusalReason } from "../../core/parser/parse-payload.ts";
import { logInternalError } from "../../wire/internal-error.ts";
import {
  asRequestError,
  ENCODING_TEXT,
  methodNotAllowedText,
  type RequestError,
  type RequestErrorKind,
} from "../../wire/request-error.ts";
import { hasOtherContentType } from "./body.ts";
import { refusalCode } from "./refusal-codes.ts";
import { refusalText } from "./refusal-texts.ts";

export interface ParserError {
  readonly status: number;
  readonly errCode: number;
  readonly errMessage: string;
}

const error = (status: number, errCode: number, errMessage: string): ParserError => {
  return { status, errCode, errMessage };
};

export const NOT_FOUND = error(404, 404, "Not found. Send POST /api/decrypt/parser.");
const FAILED = error(500, 50, "Internal error. Try again.");

const NO_AUTHENTICATION = error(401, 3000, "Authentication required.");
const MISSING: Readonly<Record<string, ParserError>> = {
  deviceType: error(400, 2000, "deviceType is required."),
  devicePayload: error(400, 2002, "devicePayload is required."),
};
const INVALID: Readonly<Record<string, ParserError>> = {
  deviceType: error(400, 2001, `deviceType is unknown. Known types: ${DEVICE_TYPES.join(", ")}.`),
  devicePayload: error(400, 2003, "devicePayload is not valid Unicode text."),
};
const TOO_LONG: Readonly<Record<string, ParserError>> = {
  devicePayload: error(400, 2003, "devicePayload is too long. The maximum is 64 KiB."),
  reference: error(400, 2004, "reference is too long. The maximum is 50 characters."),
};

const LOCKED = error(429, 3004, "Too many failed authentications. Try again later.");
const TOO_MANY = error(429, 3004, "Too many requests. Try again in a moment.");

/** Requests over the rate limit are not journaled, because that would be work too. */
export function isJournaled(error: ParserError): boolean {
  return error !== TOO_MANY;
}

export function refusalError(reason: RefusalReason): ParserError {
  return error(400, refusalCode(reason), refusalText(reason));
}

const malformed = ({ field }: RequestError): ParserError =>
  error(
    400,
    2005,
    field === "body" ? BODY_TEXT : `${field} must be a string without NUL characters.`,
  );

const BODY_TEXT =
  "The body is not valid JSON. Send one JSON object with the fields of the request.";

/** Only the media type is repeated, because a header may be long and contain anything. */
function sentType({ headers }: FastifyRequest): string {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  const name = type.trim().toLowerCase();
  if (name === "") return "The body has no content type";
  return MEDIA_TYPE.test(name) ? `The content type is ${name}` : "The content type is unknown";
}

const MEDIA_TYPE = /^[a-z][a-z0-9.+-]{0,39}\/[a-z][a-z.+-]{0,59}$/;

function contentTypeText(request: FastifyRequest): string {
  return `${sentType(request)}. Send application/json.`;
}

const wrongType = (_error: RequestError, request: FastifyRequest): ParserError =>
  error(400, 2005, contentTypeText(request));

/** partnerId and partnerKey may be in a body that was not read. */
function unauthenticated(request: FastifyRequest): ParserError {
  const { status, errCode, errMessage } = NO_AUTHENTICATION;
  if (!hasOtherContentType(request)) return NO_AUTHENTICATION;
  return error(status, errCode, `${errMessage} The body was not read. ${contentTypeText(request)}`);
}

const missing: ErrorWriter = (requestError, request) =>
  requestError.field === "authentication"
    ? unauthenticated(request)
    : (MISSING[requestError.field] ?? malformed(requestError));

type ErrorWriter = (requestError: RequestError, request: FastifyRequest) => ParserError;

const ERRORS: Record<RequestErrorKind, ErrorWriter> = {
  unauthenticated: () => error(401, 1003, "Authentication failed."),
  forbidden: () => error(403, 3003, "Your IP address is not on the partner's allow list."),
  missing,
  invalid: (requestError) => INVALID[requestError.field] ?? malformed(requestError),
  invalid_date: malformed,
  too_long: (requestError) => TOO_LONG[requestError.field] ?? malformed(requestError),
  conflicting: malformed,
  not_found: () => NOT_FOUND,
  unreadable_body: malformed,
  body_too_large: () =>
    error(413, 2003, "The body is too long. The maximum for devicePayload is 64 KiB."),
  unsupported_content_type: wrongType,
  unsupported_encoding: () => error(415, 2005, ENCODING_TEXT),
  method_not_allowed: (requestError) => error(405, 405, methodNotAllowedText(requestError)),
  too_many_requests: ({ field }) => (field === "rate" ? TOO_MANY : LOCKED),
};

/** Turns anything thrown into an answer. Logs internal errors. */
export function toParserError(request: FastifyRequest, thrown: unknown): ParserError {
  const requestError = asRequestError(thrown);
  if (requestError !== undefined) return ERRORS[requestError.kind](requestError, request);
  logInternalError(request, thrown);
  return FAILED;
}
