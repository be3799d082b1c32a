/** Schemas of area A's calls for the OpenAPI document: list, create, get, update and delete. */
import Type, { type TObject, type TSchema } from "typebox";
import { VERSION_RULE } from "../../wire/management/members.ts";
import {
  challengeHeader,
  emptyAnswer,
  jsonAnswer,
  LOGIN_DETAIL,
  RETRY_AFTER,
} from "../../wire/open-api/answers.ts";
import { namedObject } from "../../wire/open-api/named-schema.ts";
import type { RuleSet } from "../../wire/reader/rule-set.ts";
import type { ListRules } from "./query.ts";
import { RECORD_ID } from "./schema.ts";

/** What a call is called in the document. */
export interface CallTitle {
  /** The operation id, which names the function of a generated client. */
  readonly id: string;
  readonly summary: string;
}

interface ListParts<Some extends ListRules> {
  /** The name of the answer's schema. */
  readonly name: string;
  readonly item: TSchema;
  readonly query: RuleSet<Some>;
}

export function listCall<Some extends ListRules>(
  call: CallTitle,
  { name, item, query }: ListParts<Some>,
) {
  const list = namedObject(name, "A page of records, and the number of records on all pages.", {
    total: Type.Integer({ description: "The number of records on all pages." }),
    data: Type.Array(item, { description: "The records of this page." }),
  });
  const response = { 200: jsonAnswer("A page of the list.", list), ...REFUSALS };
  return { ...route(call), querystring: query.schema, response };
}

export function createCall<Body extends TObject>(
  call: CallTitle,
  body: Body,
  answer: TSchema = RECORD_ID,
) {
  const response = { 200: jsonAnswer("Created.", answer), ...REFUSALS_OF_NEW };
  return { ...route(call), body, response };
}

export function getCall(call: CallTitle, answer: TSchema, params: TSchema = BY_ID) {
  const response = { 200: jsonAnswer("The record.", answer), ...REFUSALS_OF_ONE };
  return { ...route(call), params, response };
}

export function updateCall<Body extends TObject>(call: CallTitle, body: Body) {
  const response = {
    200: jsonAnswer("Updated, or unchanged because every value was the same.", RECORD_ID),
    ...REFUSALS_OF_UPDATE,
  };
  return { ...route(call), params: BY_ID, body, response };
}

/** An action on the resource in the path, with an answer of its own. */
export function actCall<Body extends TObject>(call: CallTitle, body: Body, answer: TSchema) {
  const response = { 200: jsonAnswer("Done.", answer), ...REFUSALS_OF_UPDATE };
  return { ...route(call), params: BY_ID, body, response };
}

export function deleteCall(call: CallTitle) {
  const response = { 200: emptyAnswer("Deleted. The answer has no body."), ...REFUSALS_OF_ONE };
  return { ...route(call), params: BY_ID, response };
}

const SECURITY = [{ managementBasic: [] }, { managementHmac: [] }];

function route({ id: operationId, summary }: CallTitle) {
  return { tags: ["Management"], security: SECURITY, operationId, summary };
}

/** The version that an update is based on. */
export const VERSION = { version: Type.Optional(VERSION_RULE.schema) };

const ERROR_MEMBERS = {
  uuid: Type.String({
    format: "uuid",
    description: "The id of this error. Give it to the operator if you need help.",
  }),
  errorCode: Type.Integer({
    description:
      "7401 no valid credentials, 7403 not allowed, 7404 not found, 7405 wrong method, 7409 invalid attributes, 7413 too large, 7415 not JSON, 7429 too many requests, 1005 internal error.",
  }),
  message: Type.String({ description: "What was wrong." }),
};

const ERROR = namedObject("ManagementError", "An error of the management API.", ERROR_MEMBERS);

const ATTRIBUTE_ERROR = namedObject("AttributeError", "What is wrong with one attribute.", {
  attribute: Type.String({
    description: "The path of the attribute, such as location.city or devices[2].serialNumber.",
  }),
  message: Type.String({ description: "What was wrong, and what is allowed." }),
  errorCode: Type.Integer({
    description:
      "1000 required, 1001 wrong type or format, 1002 wrong length, 1003 not an allowed value, 1004 not unique, 1005 no such reference, 1006 version conflict, 1007 in use.",
  }),
});

const VALIDATION_ERROR = namedObject(
  "ManagementValidationError",
  "All invalid attributes of a request.",
  {
    ...ERROR_MEMBERS,
    errors: Type.Array(Type.Record(Type.String(), ATTRIBUTE_ERROR), {
      description: "One object for each attribute. Its only member has the name of the attribute.",
    }),
  },
);

/** Errors of every call. */
const REFUSALS = {
  401: jsonAnswer("No valid credentials.", ERROR, {
    ...challengeHeader("Basic"),
    ...LOGIN_DETAIL,
  }),
  403: jsonAnswer("Your role does not allow this call.", ERROR),
  409: jsonAnswer(
    "Invalid attributes. All of them are listed, and nothing was changed.",
    VALIDATION_ERROR,
  ),
  429: jsonAnswer("Too many requests.", ERROR, RETRY_AFTER),
  500: jsonAnswer("Internal error. Try again.", ERROR),
};

/** Additional errors of calls with an id in the path. */
const REFUSALS_OF_ONE = {
  ...REFUSALS,
  404: jsonAnswer("No such resource, or it is not visible to you.", ERROR),
};

const OF_A_BODY = {
  413: jsonAnswer("The request body is larger than 1 MiB.", ERROR),
  415: jsonAnswer("The request body is not application/json.", ERROR),
};

/** Errors of calls that create or change a record. */
const REFUSALS_OF_NEW = { ...REFUSALS, ...OF_A_BODY };
const REFUSALS_OF_UPDATE = { ...REFUSALS_OF_ONE, ...OF_A_BODY };

const BY_ID = Type.Object({ id: Type.String({ description: "The id of the record." }) });
