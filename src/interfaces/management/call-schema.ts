/** Schemas of area A's calls for the OpenAPI document: list, create, get, update and delete. */
import Type, { type TProperties, type TSchema } from "typebox";
import { VERSION_RULE } from "../../wire/management/members.ts";
import type { RuleSet } from "../../wire/reader/rule-set.ts";
import { RETRY_AFTER } from "../../wire/retry-after-schema.ts";
import type { ListRules } from "./query.ts";

export function listCall<Some extends ListRules>(
  summary: string,
  item: TSchema,
  { schema: querystring }: RuleSet<Some>,
) {
  const response = { 200: page(item), ...REFUSALS };
  return { ...ROUTE, summary, querystring, response };
}

export function createCall(summary: string, members: TProperties, answer: TSchema = ID_ANSWER) {
  const response = { 200: answer, ...REFUSALS_OF_NEW };
  return { ...ROUTE, summary, body: Type.Object(members), response };
}

export function getCall(summary: string, answer: TSchema, params: TSchema = BY_ID) {
  const response = { 200: answer, ...REFUSALS_OF_ONE };
  return { ...ROUTE, summary, params, response };
}

export function updateCall(summary: string, members: TProperties) {
  const response = { 200: ID_ANSWER, ...REFUSALS_OF_UPDATE };
  return {
    ...ROUTE,
    summary,
    params: BY_ID,
    body: Type.Object({ ...members, ...VERSION }),
    response,
  };
}

/** An action on the resource in the path, with an answer of its own. */
export function actCall(summary: string, members: TProperties, answer: TSchema) {
  const response = { 200: answer, ...REFUSALS_OF_UPDATE };
  return { ...ROUTE, summary, params: BY_ID, body: Type.Object(members), response };
}

export function deleteCall(summary: string) {
  const response = { 200: Type.Unsafe({ description: "Deleted; no body." }), ...REFUSALS_OF_ONE };
  return { ...ROUTE, summary, params: BY_ID, response };
}

const ERROR = {
  uuid: Type.String({ format: "uuid" }),
  errorCode: Type.Integer(),
  message: Type.String(),
};

const ATTRIBUTE_ERROR = Type.Object({
  attribute: Type.String(),
  message: Type.String(),
  errorCode: Type.Integer({
    description:
      "1000 required, 1001 wrong type or format, 1002 wrong length, 1003 not an allowed value, 1004 not unique, 1005 no such reference, 1006 version conflict, 1007 in use",
  }),
});

const VALIDATION_ERROR = Type.Object(
  { ...ERROR, errors: Type.Array(Type.Record(Type.String(), ATTRIBUTE_ERROR)) },
  { description: "Invalid attributes. All of them are listed, and nothing was changed." },
);

/** Errors of every call. */
const REFUSALS = {
  401: Type.Object(ERROR, { description: "No valid credentials." }),
  403: Type.Object(ERROR, { description: "Your role does not allow this call." }),
  409: VALIDATION_ERROR,
  429: Type.Object(ERROR, { description: "Too many requests.", ...RETRY_AFTER }),
  500: Type.Object(ERROR, { description: "Internal error. Try again." }),
};

/** Additional errors of calls with an id in the path. */
const REFUSALS_OF_ONE = {
  ...REFUSALS,
  404: Type.Object(ERROR, { description: "No such resource, or it is not visible to you." }),
};

const OF_A_BODY = {
  413: Type.Object(ERROR, { description: "Request body is too large." }),
  415: Type.Object(ERROR, { description: "Request body must be application/json." }),
};

/** Errors of calls that create or change a record. */
const REFUSALS_OF_NEW = { ...REFUSALS, ...OF_A_BODY };
const REFUSALS_OF_UPDATE = { ...REFUSALS_OF_ONE, ...OF_A_BODY };

const ROUTE = { tags: ["A. Management"], security: [{ basic: [] }, { hmac: [] }] };

const BY_ID = Type.Object({ id: Type.String() });
const ID_ANSWER = Type.Object({ id: Type.String() });
/** The version that an update is based on. */
const VERSION = { version: Type.Optional(VERSION_RULE.schema) };

function page<Item extends TSchema>(item: Item) {
  return Type.Object({
    total: Type.Integer({ description: "The number of records on all pages." }),
    data: Type.Array(item),
  });
}
