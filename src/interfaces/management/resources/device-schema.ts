/** Devices, their types and their states in the OpenAPI document. */
import Type from "typebox";
import { DEVICE_STATES } from "../../../core/management/devices/device-states.ts";
import { DEVICE_TYPE_NAMES } from "../../../core/management/devices/device-types.ts";
import { DEVICE_RULES } from "../../../wire/management/read-device.ts";
import { describeSchema, namedObject } from "../../../wire/open-api/named-schema.ts";
import { createCall, getCall, listCall, updateCall, VERSION } from "../call-schema.ts";
import { DEVICE_LIST, NAME_LIST } from "../list-rules.ts";
import { describeResource } from "../resource-schema.ts";
import {
  answeredMembers,
  changedMembers,
  NAMED_RECORD,
  namedRecord,
  newMembers,
  reference,
  referenceOrNone,
} from "../schema.ts";

const { ksi: _, ...ANSWERED_RULES } = DEVICE_RULES;
const DESCRIPTIONS = {
  serialNumber: "The serial number. Together with the client it is unique for a partner.",
  name: "A name of your own for the device.",
  notes: "Notes of your own.",
  ksi: "The key set identifier of the base key in the device.",
};

const TYPE = namedObject("DeviceTypeReference", "A device type, by id or name.", {
  id: Type.Optional(Type.String({ description: "The id of the device type." })),
  name: Type.Optional(
    Type.Enum([...DEVICE_TYPE_NAMES], { description: "The name of the device type." }),
  ),
});
const STATE = namedObject("DeviceStateReference", "A device state, by id or name.", {
  id: Type.Optional(Type.String({ description: "The id of the device state." })),
  name: Type.Optional(
    Type.Enum([...DEVICE_STATES], { description: "The name of the device state." }),
  ),
});

const DEVICE = describeResource({
  name: "Device",
  about: "An encrypting payment terminal.",
  members: {
    ...answeredMembers(ANSWERED_RULES, DESCRIPTIONS),
    deviceType: namedRecord("The type of the device."),
    deviceState: namedRecord(
      "The state of the device. Only activating and activated devices decrypt.",
    ),
    partner: namedRecord("The partner that owns the device."),
    client: Type.Optional(namedRecord("The client that uses the device.")),
    location: Type.Optional(namedRecord("Where the device is.")),
    activationDate: Type.Optional(
      Type.String({ format: "date-time", description: "When it was first activated, UTC." }),
    ),
    lastActivityDate: Type.Optional(
      Type.String({ format: "date-time", description: "When it last decrypted a payload, UTC." }),
    ),
  },
  query: DEVICE_LIST,
});

const OWNER = "The client that uses the device.";
const PLACE = "A location of the client or of the partner.";

export const LIST_DEVICES = DEVICE.list;

export const CREATE_DEVICE = createCall(
  { id: "createDevice", summary: "Register a device" },
  namedObject("NewDevice", "A device to register. It starts in the state new.", {
    ...newMembers(DEVICE_RULES, DESCRIPTIONS),
    deviceType: describeSchema(TYPE, "The type of the device."),
    partner: Type.Optional(
      reference(
        "The partner that owns the device: your own or one below it. With a client, only its direct partner.",
      ),
    ),
    client: Type.Optional(reference(OWNER)),
    location: Type.Optional(reference(PLACE)),
  }),
);

export const GET_DEVICE = DEVICE.get;

export const GET_DEVICE_BY_SERIAL = getCall(
  { id: "getDeviceBySerialNumber", summary: "Get a device by serial number and type" },
  DEVICE.answer,
  Type.Object({
    serialNumber: Type.String({ description: "The serial number of the device." }),
    deviceType: Type.String({ description: "The name or id of the device type." }),
  }),
);

export const UPDATE_DEVICE = updateCall(
  { id: "updateDevice", summary: "Update a device: its state, client or location" },
  namedObject("DeviceUpdate", "The members of a device that change.", {
    ...changedMembers(DEVICE_RULES, DESCRIPTIONS),
    deviceType: Type.Optional(describeSchema(TYPE, "The type of the device.")),
    deviceState: Type.Optional(describeSchema(STATE, "The new state of the device.")),
    client: Type.Optional(referenceOrNone(OWNER)),
    location: Type.Optional(referenceOrNone(PLACE)),
    ...VERSION,
  }),
);

export const LIST_DEVICE_STATES = listCall(
  { id: "listDeviceStates", summary: "List device states" },
  { name: "DeviceStateList", item: NAMED_RECORD, query: NAME_LIST },
);

export const LIST_DEVICE_TYPES = listCall(
  { id: "listDeviceTypes", summary: "List device types" },
  { name: "DeviceTypeList", item: NAMED_RECORD, query: NAME_LIST },
);
