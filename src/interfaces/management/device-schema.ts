/** Devices, their types and their states in the OpenAPI document. */
import Type from "typebox";
import { DEVICE_ORDERS } from "../../core/estate/device-register-store.ts";
import { DEVICE_STATES } from "../../core/estate/device-states.ts";
import { DEVICE_TYPE_ALIASES, DEVICE_TYPES } from "../../core/estate/device-types.ts";
import { DEVICE_FIELDS } from "../../core/estate/estate-fields.ts";
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

const { ksi: _, ...TOLD_FIELDS } = DEVICE_FIELDS;
const TYPE = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.Enum([...DEVICE_TYPES, ...DEVICE_TYPE_ALIASES.keys()])),
});
const STATE = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.Enum([...DEVICE_STATES])),
});

const DEVICE = {
  id: Type.String(),
  ...answeredMembers(TOLD_FIELDS),
  deviceType: NAMED,
  deviceState: NAMED,
  partner: NAMED,
  client: Type.Optional(NAMED),
  location: Type.Optional(NAMED),
  activationDate: Type.Optional(Type.String({ format: "date-time" })),
  lastActivityDate: Type.Optional(Type.String({ format: "date-time" })),
  ...KEPT,
};

const OWNER = reference("Whose device it is.");
const LOCATION = reference("One of the client's locations, or of the partner's own.");
const PLACE = { client: Type.Optional(OWNER), location: Type.Optional(LOCATION) };
const OTHER_PLACE = {
  client: Type.Optional(orNone(OWNER)),
  location: Type.Optional(orNone(LOCATION)),
};

export const LIST_DEVICES = {
  ...ROUTE,
  summary: "List devices",
  querystring: listQuery({
    ...PARTNER_FILTER,
    ...CLIENT_FILTER,
    serialNumber: Type.Optional(Type.String()),
    deviceState: Type.Optional(Type.String({ description: "By name or id." })),
    "sorting.field": Type.Optional(Type.Enum([...DEVICE_ORDERS])),
    "sorting.direction": Type.Optional(Type.Enum(["asc", "desc"])),
  }),
  response: { 200: page(Type.Object(DEVICE)), ...REFUSALS },
};

export const CREATE_DEVICE = {
  ...ROUTE,
  summary: "Enter a device",
  body: Type.Object({ ...newMembers(DEVICE_FIELDS), deviceType: TYPE, ...PLACE }),
  response: { 200: ID_ANSWER, ...REFUSALS_OF_NEW },
};

export const GET_DEVICE = {
  ...ROUTE,
  summary: "One device",
  params: BY_ID,
  response: { 200: whole(DEVICE), ...REFUSALS_OF_ONE },
};

export const GET_DEVICE_BY_SERIAL = {
  ...ROUTE,
  summary: "One device, by its serial number and type",
  params: Type.Object({ serialNumber: Type.String(), deviceType: Type.String() }),
  response: { 200: whole(DEVICE), ...REFUSALS_OF_ONE },
};

export const UPDATE_DEVICE = {
  ...ROUTE,
  summary: "Change members of a device: its state, its client, its place",
  params: BY_ID,
  body: Type.Object({
    ...changedMembers(DEVICE_FIELDS),
    deviceType: Type.Optional(TYPE),
    deviceState: Type.Optional(STATE),
    ...OTHER_PLACE,
    ...VERSION,
  }),
  response: { 200: ID_ANSWER, ...REFUSALS_OF_UPDATE },
};

export const LIST_DEVICE_STATES = {
  ...ROUTE,
  summary: "List the states that a device may have",
  querystring: listQuery({}),
  response: { 200: page(NAMED), ...REFUSALS },
};

export const LIST_DEVICE_TYPES = {
  ...ROUTE,
  summary: "List the types of devices",
  querystring: listQuery({}),
  response: { 200: page(NAMED), ...REFUSALS },
};
