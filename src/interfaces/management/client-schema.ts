/** Clients in the OpenAPI document. */
import Type from "typebox";
import { CLIENT_FIELDS } from "../../core/estate/estate-fields.ts";
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

const CLIENT = {
  id: Type.String(),
  clientNumber: Type.String({ description: "The provider's own number of it." }),
  ...answeredMembers(CLIENT_FIELDS),
  partner: NAMED,
  directPartner: NAMED,
  location: Type.Optional(NAMED),
  contact: Type.Optional(Type.Object({ id: Type.String() })),
  ...KEPT,
};

export const LIST_CLIENTS = {
  ...ROUTE,
  summary: "List clients",
  querystring: listQuery(PARTNER_FILTER),
  response: { 200: page(Type.Object(CLIENT)), ...REFUSALS },
};

export const CREATE_CLIENT = {
  ...ROUTE,
  summary: "Enter a client, with its first location and contact",
  body: Type.Object({
    ...newMembers(CLIENT_FIELDS),
    directPartner: reference("The client's direct partner."),
    location: Type.Object(NEW_LOCATION),
    contact: Type.Object(NEW_CONTACT),
  }),
  response: { 200: ID_ANSWER, ...REFUSALS_OF_NEW },
};

export const GET_CLIENT = {
  ...ROUTE,
  summary: "One client",
  params: BY_ID,
  response: { 200: whole(CLIENT), ...REFUSALS_OF_ONE },
};

export const UPDATE_CLIENT = {
  ...ROUTE,
  summary: "Change members of a client, or move it to another direct partner",
  params: BY_ID,
  body: Type.Object({
    ...changedMembers(CLIENT_FIELDS),
    directPartner: Type.Optional(reference("Its new direct partner.")),
    location: Type.Optional(reference("One of the client's own locations.")),
    contact: Type.Optional(reference("One of the client's own users.")),
    ...VERSION,
  }),
  response: { 200: ID_ANSWER, ...REFUSALS_OF_UPDATE },
};

export const DELETE_CLIENT = {
  ...ROUTE,
  summary: "Remove a client that nothing refers to, with its location and contact",
  params: BY_ID,
  response: { 200: Type.Unsafe({ description: "Removed; no body." }), ...REFUSALS_OF_ONE },
};
