/** A device's type and state as requests name them: by name, or by the number that answers carry. */

import type { Members, Reference } from "../scope/members.ts";
import { type DeviceState, deviceStateOf, findDeviceState } from "./device-states.ts";
import { type DeviceType, deviceTypeId, deviceTypeOf, findDeviceType } from "./device-types.ts";

// Number() would take "1e0" and " 1" as well, which no answer ever had.
const NUMBER = /^[1-9]\d?$/;

export function typeOfNumber(id: string): DeviceType | undefined {
  return NUMBER.test(id) ? deviceTypeOf(Number(id)) : undefined;
}

export function stateOfNumber(id: string): DeviceState | undefined {
  return NUMBER.test(id) ? deviceStateOf(Number(id)) : undefined;
}

/** Its number. Undefined where none was sent, or an error is told. */
export function readDeviceType(members: Members, isRequired: boolean): number | undefined {
  const isNone = members.get("deviceType") === null;
  const reference = members.reference("deviceType", isRequired || isNone);
  if (reference === undefined || reference === null) return undefined;
  const type = typeNamed(reference);
  if (type === undefined) members.reject("deviceType", "unknown_device_type");
  return type && deviceTypeId(type);
}

function typeNamed(reference: Reference) {
  return "id" in reference ? typeOfNumber(reference.id) : findDeviceType(reference.name);
}

export function readDeviceState(members: Members): DeviceState | undefined {
  const reference = members.reference("deviceState", members.get("deviceState") === null);
  if (reference === undefined || reference === null) return undefined;
  const state = stateNamed(reference);
  if (state === undefined) members.reject("deviceState", "unknown_device_state");
  return state;
}

function stateNamed(reference: Reference): DeviceState | undefined {
  return "id" in reference ? stateOfNumber(reference.id) : findDeviceState(reference.name);
}
