/** Reads devices. Type and state are given by name, or by the id that answers contain. */
import {
  type DeviceState,
  deviceStateById,
  findDeviceState,
} from "../../core/management/devices/device-states.ts";
import {
  type DeviceType,
  deviceTypeById,
  findDeviceType,
} from "../../core/management/devices/device-types.ts";
import type { DeviceChange, NewDevice } from "../../core/management/devices/device-values.ts";
import type { Submitted } from "../../core/management/scope/submitted.ts";
import { matching, multilineMember, requiredText, textMember } from "./field-rules.ts";
import type { Members } from "./members.ts";

const KSN_PREFIX = /^[0-9A-Fa-f]{2,24}$/;
// Number() would also accept "1e0" and " 1", which are not ids.
const NUMBER = /^[1-9]\d?$/;

export const DEVICE_RULES = {
  serialNumber: requiredText(),
  name: textMember(),
  notes: multilineMember(),
  ksi: textMember(24).with(matching(KSN_PREFIX, "not_a_ksn_prefix")),
} as const;

export function readNewDevice(members: Members): Submitted<NewDevice> {
  const stored = members.readValues(DEVICE_RULES);
  if (members.get("deviceType") === undefined) members.reject("deviceType", "required");
  const deviceType = readDeviceType(members);
  const isStateSent = (members.get("deviceState") ?? null) !== null;
  const values = {
    ...stored,
    deviceType,
    deviceState: isStateSent ? readDeviceState(members) : undefined,
    client: members.readReference("client"),
    partner: members.readReference("partner"),
    location: members.readReference("location"),
  };
  return { values, errors: members.errors };
}

export function readDeviceChange(members: Members): Submitted<DeviceChange> {
  const values = {
    ...members.readChanges(DEVICE_RULES),
    deviceType: readDeviceType(members),
    deviceState: readDeviceState(members),
    client: members.readReference("client"),
    location: members.readReference("location"),
    version: members.readVersion(),
  };
  return { values, errors: members.errors };
}

function readDeviceType(members: Members): DeviceType | undefined {
  const reference = members.readReplacingReference("deviceType");
  if (reference === undefined) return undefined;
  const type =
    "id" in reference ? deviceTypeByNumber(reference.id) : findDeviceType(reference.name);
  if (type === undefined) members.reject("deviceType", "unknown_device_type");
  return type;
}

function readDeviceState(members: Members): DeviceState | undefined {
  const reference = members.readReplacingReference("deviceState");
  if (reference === undefined) return undefined;
  const state =
    "id" in reference ? deviceStateByNumber(reference.id) : findDeviceState(reference.name);
  if (state === undefined) members.reject("deviceState", "unknown_device_state");
  return state;
}

export function deviceTypeByNumber(id: string): DeviceType | undefined {
  return NUMBER.test(id) ? deviceTypeById(Number(id)) : undefined;
}

export function deviceStateByNumber(id: string): DeviceState | undefined {
  return NUMBER.test(id) ? deviceStateById(Number(id)) : undefined;
}
