/** Users in the OpenAPI document. */
import Type from "typebox";
import { CONTACT_FIELDS, USER_FIELDS } from "../../core/estate/estate-fields.ts";
import {
  answeredMembers,
  BY_ID,
  CLIENT_FILTER,
  changedMembers,
  ID_ANSWER,
  KEPT,
  listQuery,
  NAMED,
  newMembers,
  PARTNER_FILTER,
  page,
  REFUSALS,
  REFUSALS_OF_NEW,
  REFUSALS_OF_ONE,
  REFUSALS_OF_UPDATE,
  ROUTE,
  reference,
  VERSION,
  whole,
} from "./schema.ts";

const WELCOME = {
  sendWelcomeEmail: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Sends a letter with a link that sets a password, once and for three days.",
    }),
  ),
};

/** The inline contact of a partner or client. */
export const NEW_CONTACT = { ...newMembers(CONTACT_FIELDS), ...WELCOME };

const USER = {
  id: Type.String(),
  ...answeredMembers(USER_FIELDS),
  partner: NAMED,
  client: Type.Optional(NAMED),
  ...KEPT,
};

export const LIST_USERS = {
  ...ROUTE,
  summary: "List users",
  querystring: listQuery({ ...PARTNER_FILTER, ...CLIENT_FILTER }),
  response: { 200: page(Type.Object(USER)), ...REFUSALS },
};

export const CREATE_USER = {
  ...ROUTE,
  summary: "Enter a user of a client or of a partner",
  body: Type.Object({
    ...newMembers(USER_FIELDS),
    ...WELCOME,
    client: Type.Optional(reference("Whose user it is.")),
    partner: Type.Optional(
      reference("Whose user it is, where no client is named; absent: your own partner."),
    ),
  }),
  response: { 200: ID_ANSWER, ...REFUSALS_OF_NEW },
};

export const GET_USER = {
  ...ROUTE,
  summary: "One user",
  params: BY_ID,
  response: { 200: whole(USER), ...REFUSALS_OF_ONE },
};

export const UPDATE_USER = {
  ...ROUTE,
  summary: "Change members of a user, or send another welcome",
  params: BY_ID,
  body: Type.Object({ ...changedMembers(USER_FIELDS), ...WELCOME, ...VERSION }),
  response: { 200: ID_ANSWER, ...REFUSALS_OF_UPDATE },
};

export const DELETE_USER = {
  ...ROUTE,
  summary: "Remove a user that nothing refers to",
  params: BY_ID,
  response: { 200: Type.Unsafe({ description: "Removed; no body." }), ...REFUSALS_OF_ONE },
};
