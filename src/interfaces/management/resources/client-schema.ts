/** Clients in the OpenAPI document. */
import Type from "typebox";
import { CLIENT_RULES } from "../../../wire/management/read-client.ts";
import { createCall, deleteCall, getCall, listCall, updateCall } from "../call-schema.ts";
import { CLIENT_LIST } from "../list-rules.ts";
import {
  answeredMembers,
  changedMembers,
  KEPT,
  NAMED,
  newMembers,
  reference,
  whole,
} from "../schema.ts";
import { NEW_LOCATION } from "./location-schema.ts";
import { NEW_CLIENT_CONTACT } from "./user-schema.ts";

const DESCRIPTIONS = { mid: "Your own id for the client, such as a merchant id." };

const CLIENT = {
  id: Type.String(),
  clientNumber: Type.String({ description: "The provider's number for the client." }),
  ...answeredMembers(CLIENT_RULES),
  partner: NAMED,
  directPartner: NAMED,
  location: Type.Optional(NAMED),
  contact: Type.Optional(Type.Object({ id: Type.String() })),
  ...KEPT,
};

export const LIST_CLIENTS = listCall("List clients", Type.Object(CLIENT), CLIENT_LIST);

export const CREATE_CLIENT = createCall("Create a client with its first location and contact", {
  ...newMembers(CLIENT_RULES, DESCRIPTIONS),
  directPartner: reference("The client's direct partner."),
  location: Type.Object(NEW_LOCATION),
  contact: Type.Object(NEW_CLIENT_CONTACT),
});

export const GET_CLIENT = getCall("Get a client", whole(CLIENT));

export const UPDATE_CLIENT = updateCall("Update a client, or move it to another direct partner", {
  ...changedMembers(CLIENT_RULES, DESCRIPTIONS),
  directPartner: Type.Optional(reference("The client's new direct partner.")),
  location: Type.Optional(reference("One of the client's own locations.")),
  contact: Type.Optional(reference("One of the client's own users.")),
});

export const DELETE_CLIENT = deleteCall("Delete an unused client with its location and contact");
