/** Error codes and texts of the payment and status interfaces, and the set-up of their scopes. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { takeForms } from "../../wire/body.ts";
import { errorHeaders, parameterHeaders } from "../../wire/error-detail.ts";
import type { Form } from "../../wire/form.ts";
import { logInternalError } from "../../wire/internal-error.ts";
import {
  asRequestError,
  ENCODING_TEXT,
  methodNotAllowedText,
  type RequestError,
  type RequestErrorKind,
} from "../../wire/request-error.ts";
import { noteRequest } from "../../wire/request-note.ts";
import { errorFields, formatForErrors, type GatewayRecord, sendRecord } from "./record.ts";

export type ErrorText = readonly [code: number, message: string];

/** Fields with an error code of their own. Errors of all other fields have code 31311. */
export const FIELD_ERRORS = {
  account_id: [20001, "Invalid account_id"],
  transaction_type: [20002, "Invalid transaction_type"],
  tender_type: [20002, "Invalid tender_type"],
  action: [20002, "Invalid action"],
  transaction_amount: [20003, "Invalid transaction_amount"],
  card_number: [20004, "INVALID CARD NUMBER"],
  card_expiration: [20005, "Invalid card_expiration"],
  token_id: [20006, "Invalid token_id"],
  transaction_id: [20007, "Invalid transaction_id"],
  bank_routing_number: [20019, "Invalid bank_routing_number"],
  bank_account_number: [20020, "Invalid bank_account_number"],
  ach_sec_code: [20021, "Invalid ach_sec_code"],
  card_tracks: [30370, "CARD DATA UNREADABLE"],
} as const satisfies Record<string, ErrorText>;

const SEND_A_FORM = "send a form (application/x-www-form-urlencoded) in UTF-8";
const BY_FIELD: ReadonlyMap<string, ErrorText> = new Map(Object.entries(FIELD_ERRORS));

const invalid = ({ field }: RequestError): ErrorText =>
  BY_FIELD.get(field) ?? invalidVariable(field);

const ERRORS: Record<RequestErrorKind, (requestError: RequestError) => ErrorText> = {
  unauthenticated: () => FIELD_ERRORS.account_id,
  forbidden: () => FIELD_ERRORS.account_id,
  missing: ({ field }) => missingField(field),
  invalid,
  invalid_date: invalid,
  too_long: ({ field, limit }) => tooLongField(field, limit),
  conflicting: invalid,
  not_found: invalid,
  unreadable_body: () => [31311, `the request body cannot be read: ${SEND_A_FORM}`],
  body_too_large: ({ field }) => [31311, `${field} is too large`],
  unsupported_content_type: () => [31311, `the content type is not supported: ${SEND_A_FORM}`],
  unsupported_encoding: () => [31311, ENCODING_TEXT],
  method_not_allowed: (requestError) => [31311, methodNotAllowedText(requestError)],
  too_many_requests: () => TRY_AGAIN,
};

export function tooLongField(field: string, limit: number | undefined): ErrorText {
  return [31311, `${field} exceeds the maximum size of ${limit}`];
}

export function invalidVariable(field: string): ErrorText {
  return [31311, `${field} is not valid`];
}

export function missingField(field: string): ErrorText {
  return [31311, `${field} is required`];
}

const TRY_AGAIN: ErrorText = [50000, "TEMPORARY ERROR, ASK FOR THE STATUS"];

export const TEMPORARY_ERROR: GatewayRecord = errorFields(...TRY_AGAIN);

/** Every other error has status 200, as the contract says. */
const STATUS: Partial<Record<RequestErrorKind, number>> = {
  body_too_large: 413,
  unsupported_content_type: 415,
  unsupported_encoding: 415,
  method_not_allowed: 405,
};

/** The answer to a request that failed validation has only the four error fields. */
export function writeError(requestError: RequestError): GatewayRecord {
  return errorFields(...ERRORS[requestError.kind](requestError));
}

/** Reads forms, and answers errors and unknown paths in the caller's format. */
export function addRecordFormat(scope: FastifyInstance): void {
  takeForms(scope);
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const requestError = asRequestError(error);
    if (requestError === undefined) logInternalError(request, error);
    noteRequest(request, { isOverLimit: requestError?.kind === "too_many_requests" });
    const status = (requestError && STATUS[requestError.kind]) ?? 200;
    const record = requestError === undefined ? TEMPORARY_ERROR : writeError(requestError);
    reply
      .code(status)
      .headers(requestError === undefined ? errorHeaders(error) : parameterHeaders(requestError));
    return sendError(request, reply, record);
  });
  scope.setNotFoundHandler((request, reply) =>
    sendError(
      request,
      reply.code(404),
      errorFields(31311, "this path does not exist: check the address, and send a POST request"),
    ),
  );
}

function sendError(request: FastifyRequest, reply: FastifyReply, record: GatewayRecord) {
  return sendRecord(reply, formatForErrors(requestForm(request)), record);
}

const NOTHING: Form = new Map();

/** The form of a request; empty if its body was empty or could not be read. */
export function requestForm({ body }: FastifyRequest): Form {
  return body instanceof Map ? (body as Form) : NOTHING;
}
