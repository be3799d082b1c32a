/** Clients in the OpenAPI document. */
import Type from "typebox";
import { CLIENT_RULES } from "../../../wire/management/read-client.ts";
import { namedObject } from "../../../wire/open-api/named-schema.ts";
import { createCall, deleteCall, updateCall, VERSION } from "../call-schema.ts";
import { CLIENT_LIST } from "../list-rules.ts";
import { describeResource } from "../resource-schema.ts";
import {
  answeredMembers,
  CONTACT,
  changedMembers,
  namedRecord,
  newMembers,
  reference,
} from "../schema.ts";
import { FIRST_LOCATION } from "./location-schema.ts";
import { NEW_CLIENT_CONTACT } from "./user-schema.ts";

const DESCRIPTIONS = {
  name: "The name of the client.",
  mid: "Your own id for the client, such as a merchant id.",
  billingId: "The client's id in your billing system.",
  isActive: "false disables the client, its users and its devices.",
};

const CLIENT = describeResource({
  name: "Client",
  about: "A client of a partner: a merchant.",
  members: {
    clientNumber: Type.String({ description: "The provider's number for the client." }),
    ...answeredMembers(CLIENT_RULES, DESCRIPTIONS),
    partner: namedRecord("The highest partner that you see: your own."),
    directPartner: namedRecord("The partner that the client belongs to."),
    location: Type.Optional(namedRecord("The main location.")),
    contact: Type.Optional(CONTACT),
  },
  query: CLIENT_LIST,
});

export const LIST_CLIENTS = CLIENT.list;

export const CREATE_CLIENT = createCall(
  { id: "createClient", summary: "Create a client with its first location and contact" },
  namedObject("NewClient", "A new client with its first location and contact.", {
    ...newMembers(CLIENT_RULES, DESCRIPTIONS),
    directPartner: reference("The client's direct partner."),
    location: FIRST_LOCATION,
    contact: NEW_CLIENT_CONTACT,
  }),
);

export const GET_CLIENT = CLIENT.get;

export const UPDATE_CLIENT = updateCall(
  { id: "updateClient", summary: "Update a client, or move it to another direct partner" },
  namedObject("ClientUpdate", "The members of a client that change.", {
    ...changedMembers(CLIENT_RULES, DESCRIPTIONS),
    directPartner: Type.Optional(reference("The client's new direct partner.")),
    location: Type.Optional(reference("One of the client's own locations.")),
    contact: Type.Optional(reference("One of the client's own users.")),
    ...VERSION,
  }),
);

export const DELETE_CLIENT = deleteCall({
  id: "deleteClient",
  summary: "Delete an unused client with its location and contact",
});
