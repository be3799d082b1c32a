/** Locations in the OpenAPI document. */
import Type from "typebox";
import { COUNTRY_CODE, LOCATION_RULES } from "../../../wire/management/read-location.ts";
import { createCall, deleteCall, getCall, listCall, updateCall } from "../call-schema.ts";
import { LOCATION_LIST } from "../list-rules.ts";
import {
  answeredMembers,
  changedMembers,
  KEPT,
  NAMED,
  newMembers,
  reference,
  whole,
} from "../schema.ts";

const COUNTRY = Type.Object({ code: COUNTRY_CODE.schema });

const DESCRIPTIONS = { uniqueId: "A UUID, unique. Created if it is absent." };

/** Inside a new partner or client, and on its own. */
export const NEW_LOCATION = { ...newMembers(LOCATION_RULES, DESCRIPTIONS), country: COUNTRY };

const LOCATION = {
  id: Type.String(),
  client: Type.Optional(NAMED),
  ...answeredMembers(LOCATION_RULES),
  uniqueId: Type.String({ format: "uuid" }),
  country: COUNTRY,
  ...KEPT,
};

export const LIST_LOCATIONS = listCall("List locations", Type.Object(LOCATION), LOCATION_LIST);

export const CREATE_LOCATION = createCall("Create another location of a client", {
  client: reference("The client."),
  ...NEW_LOCATION,
});

export const GET_LOCATION = getCall("Get a location", whole(LOCATION));

export const UPDATE_LOCATION = updateCall("Update a location", {
  ...changedMembers(LOCATION_RULES),
  uniqueId: Type.Optional(Type.String({ format: "uuid", description: "A unique UUID." })),
  country: Type.Optional(COUNTRY),
});

export const DELETE_LOCATION = deleteCall("Delete an unused location");
