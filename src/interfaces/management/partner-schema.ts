/** Partners in the OpenAPI document. */
import Type from "typebox";
import { PARTNER_FIELDS, PARTNER_SECRETS } from "../../core/estate/estate-fields.ts";
import { NEW_LOCATION } from "./location-schema.ts";
import {
  answeredMembers,
  BY_ID,
  changedMembers,
  ID_ANSWER,
  KEPT,
  listQuery,
  NAMED,
  newMembers,
  orNone,
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
import { NEW_CONTACT } from "./user-schema.ts";

const ALLOW_LIST = Type.Array(Type.String(), {
  maxItems: 100,
  description: "Addresses and CIDR ranges that the partner calls the parser from.",
});

const PARTNER = {
  id: Type.String(),
  ...answeredMembers(PARTNER_FIELDS),
  partnerId: Type.String({ description: "The partner's name at the parser." }),
  parent: Type.Optional(NAMED),
  location: Type.Optional(NAMED),
  contact: Type.Optional(Type.Object({ id: Type.String() })),
  ...KEPT,
};

const CREDENTIALS = {
  ...newMembers(PARTNER_SECRETS),
  allowList: Type.Optional(ALLOW_LIST),
};

const { publicKey } = PARTNER_SECRETS;
/** A key is replaced by another; the rest may be taken away. */
const CHANGED_CREDENTIALS = {
  ...CREDENTIALS,
  ...changedMembers({ publicKey }),
  allowList: Type.Optional(orNone(ALLOW_LIST)),
};

export const LIST_PARTNERS = {
  ...ROUTE,
  summary: "List the caller's partner and all partners below it",
  querystring: listQuery(PARTNER_FILTER),
  response: { 200: page(Type.Object(PARTNER)), ...REFUSALS },
};

export const CREATE_PARTNER = {
  ...ROUTE,
  summary: "Enter a sub-partner, with its first location and user",
  body: Type.Object({
    parent: reference("The partner that it is below."),
    ...newMembers(PARTNER_FIELDS),
    location: Type.Object(NEW_LOCATION),
    contact: Type.Object(NEW_CONTACT),
    ...CREDENTIALS,
  }),
  response: { 200: ID_ANSWER, ...REFUSALS_OF_NEW },
};

export const GET_PARTNER = {
  ...ROUTE,
  summary: "One partner",
  params: BY_ID,
  response: { 200: whole({ ...PARTNER, allowList: ALLOW_LIST }), ...REFUSALS_OF_ONE },
};

export const UPDATE_PARTNER = {
  ...ROUTE,
  summary: "Change members of a partner, and what it proves itself with at the parser",
  params: BY_ID,
  body: Type.Object({
    ...changedMembers(PARTNER_FIELDS),
    location: Type.Optional(reference("One of the partner's own locations.")),
    contact: Type.Optional(reference("One of the partner's own users.")),
    ...CHANGED_CREDENTIALS,
    ...VERSION,
  }),
  response: { 200: ID_ANSWER, ...REFUSALS_OF_UPDATE },
};
