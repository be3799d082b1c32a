/** Locations in the OpenAPI document. */
import Type from "typebox";
import { COUNTRY_CODE, LOCATION_RULES } from "../../../wire/management/read-location.ts";
import { namedObject } from "../../../wire/open-api/named-schema.ts";
import { createCall, deleteCall, updateCall, VERSION } from "../call-schema.ts";
import { LOCATION_LIST } from "../list-rules.ts";
import { describeResource } from "../resource-schema.ts";
import { answeredMembers, changedMembers, namedRecord, newMembers, reference } from "../schema.ts";

const COUNTRY = namedObject("Country", "A country.", { code: COUNTRY_CODE.schema });

const DESCRIPTIONS = {
  name: "The name of the location.",
  nameOfBusiness: "The name of the business at the location.",
  locationType: "What the location is used for.",
  uniqueId: "A UUID that no other location has. Created if it is absent.",
  address1: "The street address.",
  address2: "The second line of the street address.",
  city: "The city.",
  stateProvince: "The state or province.",
  postalCode: "The ZIP or postal code.",
  mailCountry: "The country of the mailing address, if it differs.",
  mailAddress1: "The street or PO box of the mailing address.",
  mailAddress2: "The second line of the mailing address.",
  mailCity: "The city of the mailing address.",
  mailStateProvince: "The state or province of the mailing address.",
  mailPostalCode: "The ZIP or postal code of the mailing address.",
  notes: "Notes of your own.",
};

const NEW_MEMBERS = { ...newMembers(LOCATION_RULES, DESCRIPTIONS), country: COUNTRY };

/** Inside a new partner or client. */
export const FIRST_LOCATION = namedObject(
  "FirstLocation",
  "The first location of a new partner or client.",
  NEW_MEMBERS,
);

const LOCATION = describeResource({
  name: "Location",
  about: "A location of a partner or client.",
  members: {
    client: Type.Optional(
      namedRecord("The client of the location. Absent for a location of a partner."),
    ),
    ...answeredMembers(LOCATION_RULES, DESCRIPTIONS),
    uniqueId: Type.String({ format: "uuid", description: "A UUID that no other location has." }),
    country: COUNTRY,
  },
  query: LOCATION_LIST,
});

export const LIST_LOCATIONS = LOCATION.list;

export const CREATE_LOCATION = createCall(
  { id: "createLocation", summary: "Create another location of a client" },
  namedObject("NewLocation", "Another location of a client.", {
    client: reference("The client."),
    ...NEW_MEMBERS,
  }),
);

export const GET_LOCATION = LOCATION.get;

export const UPDATE_LOCATION = updateCall(
  { id: "updateLocation", summary: "Update a location" },
  namedObject("LocationUpdate", "The members of a location that change.", {
    ...changedMembers(LOCATION_RULES, DESCRIPTIONS),
    uniqueId: Type.Optional(
      Type.String({ format: "uuid", description: "A UUID that no other location has." }),
    ),
    country: Type.Optional(COUNTRY),
    ...VERSION,
  }),
);

export const DELETE_LOCATION = deleteCall({
  id: "deleteLocation",
  summary: "Delete an unused location",
});
