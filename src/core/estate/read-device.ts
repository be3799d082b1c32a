/** A device's type and state as requests name them: by name, or by the number that answers carry. */
import { type DeviceState, deviceStateOf, findDeviceState } from "./device-states.ts";
import { deviceTypeId, deviceTypeOf, findDeviceType } from "./device-types.ts";
import type { Members, Reference } from "./members.ts";

/** Its number. Undefined where none was sent, or a fault is told. */
export function readDeviceType(members: Members, isRequired: boolean): number | undefined {
  const isNone = members.get("deviceType") === null;
  const reference = members.reference("deviceType", isRequired || isNone);
  if (reference === undefined || reference === null) return undefined;
  const type = typeNamed(reference);
  if (type === undefined) members.blame("deviceType", "not_allowed", "is no type of device.");
  return type && deviceTypeId(type);
}

function typeNamed(reference: Reference) {
  return "id" in reference ? deviceTypeOf(Number(reference.id)) : findDeviceType(reference.name);
}

export function readDeviceState(members: Members): DeviceState | undefined {
  const reference = members.reference("deviceState", members.get("deviceState") === null);
  if (reference === undefined || reference === null) return undefined;
  const state = stateNamed(reference);
  if (state === undefined) members.blame("deviceState", "not_allowed", "is no state of a device.");
  return state;
}

function stateNamed(reference: Reference): DeviceState | undefined {
  return "id" in reference ? deviceStateOf(Number(reference.id)) : findDeviceState(reference.name);
}
