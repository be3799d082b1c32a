/** Locations in the OpenAPI document. */
import Type from "typebox";
import { LOCATION_FIELDS } from "../../core/estate/estate-fields.ts";
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

const COUNTRY = Type.Object({
  code: Type.String({ minLength: 2, maxLength: 2, description: "Two letters of ISO 3166." }),
});

/** Inline, and on its own. */
export const NEW_LOCATION = { ...newMembers(LOCATION_FIELDS), country: COUNTRY };

const LOCATION = {
  id: Type.String(),
  client: Type.Optional(NAMED),
  ...answeredMembers(LOCATION_FIELDS),
  uniqueId: Type.String({ format: "uuid" }),
  country: COUNTRY,
  ...KEPT,
};

export const LIST_LOCATIONS = {
  ...ROUTE,
  summary: "List locations",
  querystring: listQuery(CLIENT_FILTER),
  response: { 200: page(Type.Object(LOCATION)), ...REFUSALS },
};

export const CREATE_LOCATION = {
  ...ROUTE,
  summary: "Enter one more location of a client",
  body: Type.Object({ client: reference("The client."), ...NEW_LOCATION }),
  response: { 200: ID_ANSWER, ...REFUSALS_OF_NEW },
};

export const GET_LOCATION = {
  ...ROUTE,
  summary: "One location",
  params: BY_ID,
  response: { 200: whole(LOCATION), ...REFUSALS_OF_ONE },
};

export const UPDATE_LOCATION = {
  ...ROUTE,
  summary: "Change members of a location",
  params: BY_ID,
  body: Type.Object({
    ...changedMembers(LOCATION_FIELDS),
    country: Type.Optional(COUNTRY),
    ...VERSION,
  }),
  response: { 200: ID_ANSWER, ...REFUSALS_OF_UPDATE },
};

export const DELETE_LOCATION = {
  ...ROUTE,
  summary: "Remove a location that nothing refers to",
  params: BY_ID,
  response: { 200: Type.Unsafe({ description: "Removed; no body." }), ...REFUSALS_OF_ONE },
};
