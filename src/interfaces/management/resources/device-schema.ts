/** Devices, their types and their states in the OpenAPI document. */
import Type from "typebox";
import { DEVICE_STATES } from "../../../core/management/devices/device-states.ts";
import { DEVICE_TYPE_NAMES } from "../../../core/management/devices/device-types.ts";
import { DEVICE_RULES } from "../../../wire/management/read-device.ts";
import { createCall, getCall, listCall, updateCall } from "../call-schema.ts";
import { DEVICE_LIST, NAME_LIST } from "../list-rules.ts";
import {
  answeredMembers,
  changedMembers,
  KEPT,
  NAMED,
  newMembers,
  orNone,
  reference,
  whole,
} from "../schema.ts";

const { ksi: _, ...ANSWERED_RULES } = DEVICE_RULES;
const DESCRIPTIONS = { ksi: "The key set identifier of the base key in the device." };

const TYPE = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.Enum([...DEVICE_TYPE_NAMES])),
});
const STATE = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.Enum([...DEVICE_STATES])),
});

const DEVICE = {
  id: Type.String(),
  ...answeredMembers(ANSWERED_RULES),
  deviceType: NAMED,
  deviceState: NAMED,
  partner: NAMED,
  client: Type.Optional(NAMED),
  location: Type.Optional(NAMED),
  activationDate: Type.Optional(Type.String({ format: "date-time" })),
  lastActivityDate: Type.Optional(Type.String({ format: "date-time" })),
  ...KEPT,
};

const OWNER = reference("The client that uses the device.");
const LOCATION = reference("A location of the client or of the partner.");
const PLACE = { client: Type.Optional(OWNER), location: Type.Optional(LOCATION) };
const OTHER_PLACE = {
  client: Type.Optional(orNone(OWNER)),
  location: Type.Optional(orNone(LOCATION)),
};

export const LIST_DEVICES = listCall("List devices", Type.Object(DEVICE), DEVICE_LIST);

export const CREATE_DEVICE = createCall("Register a device", {
  ...newMembers(DEVICE_RULES, DESCRIPTIONS),
  deviceType: TYPE,
  partner: Type.Optional(
    reference(
      "The partner that owns the device: your own or one below it. With a client, only its direct partner.",
    ),
  ),
  ...PLACE,
});

export const GET_DEVICE = getCall("Get a device", whole(DEVICE));

export const GET_DEVICE_BY_SERIAL = getCall(
  "Get a device by serial number and type",
  whole(DEVICE),
  Type.Object({ serialNumber: Type.String(), deviceType: Type.String() }),
);

export const UPDATE_DEVICE = updateCall("Update a device: its state, client or location", {
  ...changedMembers(DEVICE_RULES, DESCRIPTIONS),
  deviceType: Type.Optional(TYPE),
  deviceState: Type.Optional(STATE),
  ...OTHER_PLACE,
});

export const LIST_DEVICE_STATES = listCall("List device states", NAMED, NAME_LIST);

export const LIST_DEVICE_TYPES = listCall("List device types", NAMED, NAME_LIST);
