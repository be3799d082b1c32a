/** Area B's own code, status and words for every fault. */
import type { FastifyRequest } from "fastify";
import type { ParseOutcome } from "../../core/parsing/parse-payload.ts";
import { REFUSAL_CODES } from "../../core/parsing/refusal-codes.ts";
import { logFailure } from "../../wire/failure.ts";
import {
  ENCODING_WORDS,
  type FaultKind,
  faultOf,
  methodWords,
  type RequestFault,
} from "../../wire/fault.ts";
import { isOfOtherType } from "./body.ts";

export interface ParserError {
  readonly status: number;
  readonly errCode: number;
  readonly errMessage: string;
}

const error = (status: number, errCode: number, errMessage: string): ParserError => {
  return { status, errCode, errMessage };
};

export const NOT_FOUND = error(404, 404, "There is nothing at this address.");
const FAILED = error(500, 50, "Something went wrong on our side. Try again.");

const NO_AUTHENTICATION = error(401, 3000, "Authentication required.");
const MISSING: Readonly<Record<string, ParserError>> = {
  deviceType: error(400, 2000, "deviceType is required."),
  devicePayload: error(400, 2002, "devicePayload is required."),
};
const INVALID: Readonly<Record<string, ParserError>> = {
  deviceType: error(400, 2001, "deviceType is not an allowed value."),
  devicePayload: error(400, 2003, "devicePayload is not readable text."),
};
const TOO_LONG: Readonly<Record<string, ParserError>> = {
  devicePayload: error(400, 2003, "devicePayload is longer than 64 KiB."),
  reference: error(400, 2004, "reference is longer than 50 characters."),
};

const LOCKED = error(429, 3004, "Too many failed authentications. Try again later.");
const TOO_MANY = error(429, 3004, "Too many requests. Try again in a moment.");

/** What was held back for its rate never was a call, and writing it down would be work again. */
export function isJournaled(error: ParserError): boolean {
  return error !== TOO_MANY;
}

type Refusal = Extract<ParseOutcome, { readonly kind: "refused" }>;

export function refusalError({ why, message }: Refusal): ParserError {
  return error(400, REFUSAL_CODES[why], message);
}

const malformed = ({ field }: RequestFault): ParserError =>
  error(400, 2005, field === "body" ? "The body is not a JSON object." : `${field} must be text.`);

/** The media type alone: a header may be of any length and hold anything. */
function sentType({ headers }: FastifyRequest): string {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  const name = type.trim().toLowerCase();
  if (name === "") return "The body has no content type";
  return MEDIA_TYPE.test(name) ? `The content type is ${name}` : "The content type is unknown";
}

const MEDIA_TYPE = /^[a-z][a-z0-9.+-]{0,39}\/[a-z][a-z.+-]{0,59}$/;

function typeWords(request: FastifyRequest): string {
  return `${sentType(request)}: send application/json.`;
}

const wrongType = (_fault: RequestFault, request: FastifyRequest): ParserError =>
  error(400, 2005, typeWords(request));

/** Name and key may be in a body that was not read. */
function unauthenticated(request: FastifyRequest): ParserError {
  const { status, errCode, errMessage } = NO_AUTHENTICATION;
  if (!isOfOtherType(request)) return NO_AUTHENTICATION;
  return error(status, errCode, `${errMessage} The body was not read. ${typeWords(request)}`);
}

const missing: Words = (fault, request) =>
  fault.field === "authentication"
    ? unauthenticated(request)
    : (MISSING[fault.field] ?? malformed(fault));

type Words = (fault: RequestFault, request: FastifyRequest) => ParserError;

const FAULTS: Record<FaultKind, Words> = {
  unauthenticated: () => error(401, 1003, "Authentication failed."),
  forbidden: () => error(403, 3003, "The calling address is not on the allow-list."),
  missing,
  invalid: (fault) => INVALID[fault.field] ?? malformed(fault),
  invalid_date: malformed,
  too_long: (fault) => TOO_LONG[fault.field] ?? malformed(fault),
  conflicting: malformed,
  not_found: () => NOT_FOUND,
  unreadable_body: malformed,
  body_too_large: () => error(413, 2003, "The body is too long for any devicePayload."),
  unsupported_content_type: wrongType,
  unsupported_encoding: () => error(415, 2005, ENCODING_WORDS),
  method_not_allowed: (fault) => error(405, 405, methodWords(fault)),
  too_many_requests: ({ field }) => (field === "rate" ? TOO_MANY : LOCKED),
};

/** What to tell of anything that was thrown. What is our own fault is logged here, once. */
export function errorOf(request: FastifyRequest, thrown: unknown): ParserError {
  const fault = faultOf(thrown);
  if (fault !== undefined) return FAULTS[fault.kind](fault, request);
  logFailure(request, thrown);
  return FAILED;
}
